// SPDX-License-Identifier: BSD-3-Clause
// A plug-in of EZTrace 2: the regions of seafret become regions of the trace (docs/profiling.md).
//   cc -shared -fPIC -o libeztrace-seafret.so eztrace_seafret.c
//   mpirun -n 2 eztrace -l . -t "seafret openmpi" seafret run CASE.yaml
// The program finds these three functions by their names, which PerfStubs gave them.
#include <eztrace-core/eztrace_config.h>
#include <eztrace-lib/eztrace.h>
#include <eztrace-lib/eztrace_module.h>
#include <stdint.h>

#define CURRENT_MODULE seafret
DECLARE_CURRENT_MODULE;

// A timer is the number of a region of the trace, plus one: no timer is null.
void* ps_tool_timer_create(const char* name) {
  int region = -1;
  EZTRACE_PROTECT {
    EZTRACE_PROTECT_ON();
    region = ezt_otf2_register_function(name);
    EZTRACE_PROTECT_OFF();
  }
  return (void*)(intptr_t)(region + 1);
}

void ps_tool_timer_start(const void* timer) {
  const int region = (int)(intptr_t)timer - 1;
  EZTRACE_PROTECT {
    EZTRACE_PROTECT_ON();
    EZT_OTF2_EvtWriter_Enter(evt_writer, NULL, ezt_get_timestamp(), region);
    EZTRACE_PROTECT_OFF();
  }
}

void ps_tool_timer_stop(const void* timer) {
  const int region = (int)(intptr_t)timer - 1;
  EZTRACE_PROTECT {
    EZTRACE_PROTECT_ON();
    EZT_OTF2_EvtWriter_Leave(evt_writer, NULL, ezt_get_timestamp(), region);
    EZTRACE_PROTECT_OFF();
  }
}

PPTRACE_START_INTERCEPT_FUNCTIONS(seafret)
PPTRACE_END_INTERCEPT_FUNCTIONS(seafret)

static void init_seafret(void) {
  INSTRUMENT_FUNCTIONS(seafret);
  if (eztrace_autostart_enabled()) eztrace_start();
}

static void finish_seafret(void) { eztrace_stop(); }

static void __attribute__((constructor)) add_seafret(void) {
  EZT_REGISTER_MODULE(seafret, "seafret's regions", init_seafret, finish_seafret);
}
