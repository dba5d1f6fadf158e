# SPDX-License-Identifier: BSD-3-Clause

# seafret_library(<name> USES <target>... [FOLDER <folder>] [EXCEPT <source>...])
# makes seafret_<name>, known as seafret::<name>, of all sources under the folder (<name>, unless
# said otherwise) that no library before has taken. A new file needs no change here. The sources of
# each folder are compiled together: most of the time is spent on what they all include.
function(seafret_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER" "USES;EXCEPT")
  if(NOT arg_FOLDER)
    set(arg_FOLDER ${name})
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} "${arg_FOLDER}/*.cpp")
  get_property(taken GLOBAL PROPERTY SEAFRET_TAKEN_SOURCES)
  list(REMOVE_ITEM sources ${arg_EXCEPT} ${taken})
  set_property(GLOBAL APPEND PROPERTY SEAFRET_TAKEN_SOURCES ${sources})

  set(target seafret_${name})
  add_library(${target} STATIC ${sources})
  seafret_compile_options(${target})
  seafret_unite_folders(${target} ${sources})
  add_library(seafret::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/seafret>)
  target_link_libraries(${target} PUBLIC ${arg_USES})
endfunction()

# One unit a folder, and the list file beside it, where SEAFRET_UNITY is on; off shows what a file
# forgets to include.
function(seafret_unite_folders target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${SEAFRET_UNITY} UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    string(REGEX REPLACE "[.]cpp$" "" folder ${source})
    if(NOT IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${folder})
      get_filename_component(folder ${source} DIRECTORY)
    endif()
    string(MAKE_C_IDENTIFIER ${folder} group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
