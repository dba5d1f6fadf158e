/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEAFRET_H
#define SEAFRET_H
#include <mpi.h>
#include <stddef.h>

/** The halo swaps of seafret for other people's models, in C; docs/use.md shows their use.
 *
 * A domain says which columns of a horizontal grid each rank owns.  An exchange fills the halos of
 * a list of arrays from the ranks that own those columns: seafret_start() sends, seafret_finish()
 * waits; in between the arrays are read-only and the model computes.  Whatever the options choose,
 * the halos hold the same bits.
 *
 * Every call returns a status.  What is marked collective is called by all ranks of the domain in
 * the same order, and fails on all of them together.  Calls come from one thread at a time; any
 * thread level will do.  Nothing is written to stdout.
 *
 * No wait for other ranks is longer than the option timeout: then the call returns SEAFRET_LOST.
 * No call ends the program, but one: where a rank is lost while MPI itself waits for it, in making
 * or freeing a window or a communicator, in a fence, a lock or a flush, nobody can give up.  Some
 * seconds after the timeout a thread of seafret's own, which calls no MPI, then says on stderr who
 * was waited for, and ends the process with status 3, as MPI's error handler would.  It begins with
 * the first domain; with timeout=0 it ends nothing.
 */
#ifdef __cplusplus
extern "C" {
#endif

enum {
  SEAFRET_OK = 0,
  SEAFRET_REFUSED =
      1, /**< an argument or an option is wrong, or this MPI cannot do it; on all ranks */
  SEAFRET_MISUSED = 2, /**< calls in the wrong order, or arrays of another shape; on this rank */
  SEAFRET_LOST = 3     /**< a rank was not heard of in time, or MPI failed: the domain is dead */
};

/** What was wrong with the last call that returned another status than SEAFRET_OK, in one line. */
const char* seafret_message(void);

typedef struct seafret_domain seafret_domain;
typedef struct seafret_exchange seafret_exchange;

/** A rectangle of columns by their global numbers, which begin at 0: x0 <= i < x1, y0 <= j < y1. */
typedef struct seafret_box {
  int x0, x1, y0, y1;
} seafret_box;

/** The columns of the whole problem.  Where an axis is not periodic, halos beyond its ends stay as
 * they are. */
typedef struct seafret_grid {
  int nx, ny;
  int periodic_x, periodic_y;
} seafret_grid;

/** Makes a domain where the caller has shared out the columns.  Collective over `comm`, of which a
 * duplicate is made.  *domain is NULL where it returns another status than SEAFRET_OK, as are what
 * the other calls make.
 *
 * owned   what this rank owns; may be empty.  Columns that no rank owns are never swapped.
 * wet     of the owned columns, row by row, whether they are swapped (1) or holes (0); NULL: all
 *         are.  On all ranks, or on none.
 * options "transport=pscw,combine=2" or NULL: what holds for all exchanges; see docs/use.md.  The
 *         environment variable SEAFRET_HALO, of the same form, goes before it.
 */
int seafret_domain_init(MPI_Comm comm, seafret_grid grid, seafret_box owned,
                        const unsigned char* wet, const char* options, seafret_domain** domain);

/** The same, where a partitioner shares them out: the option partitioner, as in `seafret list
 * partitioners`.  `wet` is that of the whole grid, the same on all ranks. */
int seafret_domain_partition(MPI_Comm comm, seafret_grid grid, const unsigned char* wet,
                             const char* options, seafret_domain** domain);

/** What a rank of the domain owns.  Local. */
int seafret_domain_owned(const seafret_domain* domain, int rank, seafret_box* owned);

/** Collective; after SEAFRET_LOST local.  All its exchanges are freed before.  Sets it to NULL. */
int seafret_domain_free(seafret_domain** domain);

/** Memory that ranks of one node map together, which on_node=direct needs its arrays to be in.
 * Collective; for few large blocks. */
int seafret_allocate(seafret_domain* domain, size_t bytes, void** memory);
/** Collective, when no exchange uses it any more and before the domain is freed.  Sets it to NULL.
 */
int seafret_deallocate(seafret_domain* domain, void** memory);

/** How many columns round the owned box are filled on each side: no more than its arrays hold, and
 * whether those diagonal to it are. */
typedef struct seafret_halo {
  int west, east, south, north;
  int corners;
} seafret_halo;

/** One array of an exchange, before there is any. */
typedef struct seafret_shape {
  size_t element; /**< bytes of one */
  int levels;     /**< 1: it has none */
  seafret_halo halo;
} seafret_shape;

/** Makes an exchange of so many arrays.  Collective over the domain, which must outlive it.
 *
 * name    of the exchange, in messages and in the report.
 * order   of the indices of its arrays, the fastest first: "kij" as POLCOMS, "kji" as MONC, "ijk"
 * as NEMO and ROMS, "ij", ...  It decides in which order bytes travel; the same on all ranks.
 * options as for the domain; what is said here goes before what is said there.
 */
int seafret_exchange_init(seafret_domain* domain, const char* name, int arrays,
                          const seafret_shape* shapes, const char* order, const char* options,
                          seafret_exchange** exchange);

/** Where an array lies now.  Strides are in bytes, from an element to its neighbour in x (i), in y
 * (j) and to the next level (k); they may be negative. */
typedef struct seafret_array {
  void* first; /**< the first level of the first owned column (x0, y0) */
  ptrdiff_t i, j, k;
} seafret_array;

/** Begins to fill the halos of these arrays, as many as the exchange was made for, in the same
 * order; at each start they may be others of the same shape.  Never waits for another rank's data;
 * with transport=auto some starts are collective and allocate, until the trial is over.
 * The arrays are read-only until seafret_finish() has returned.  All ranks of the domain take part;
 * several exchanges may be under way. */
int seafret_start(seafret_exchange* exchange, const seafret_array* arrays);

/** Waits for the neighbours and fills the halos. */
int seafret_finish(seafret_exchange* exchange);

/** Collective; after SEAFRET_LOST local.  Sets it to NULL. */
int seafret_exchange_free(seafret_exchange** exchange);

#ifdef __cplusplus
}
#endif
#endif
