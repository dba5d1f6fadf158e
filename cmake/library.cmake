# SPDX-License-Identifier: BSD-3-Clause

# seafret_library(<folder> USES <target>... [EXCEPT <source>...])
# makes seafret_<folder>, known as seafret::<folder>, of all sources under the folder. A new file
# needs no change here. A folder of headers only makes an interface library.
function(seafret_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;EXCEPT")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} "${folder}/*.cpp")
  list(REMOVE_ITEM sources ${arg_EXCEPT})

  set(target seafret_${folder})
  if(sources)
    set(scope PUBLIC)
    add_library(${target} STATIC ${sources})
    seafret_compile_options(${target})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(seafret::${folder} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${folder})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/seafret>)
  target_link_libraries(${target} ${scope} ${arg_USES})
endfunction()
