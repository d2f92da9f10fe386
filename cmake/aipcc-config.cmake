# find_package(aipcc) gives
#
#   aipcc_add_executable(NAME SOURCE...)   a program of C files, made parallel
#
# Each source is analysed by itself. For a whole project, -DCMAKE_C_COMPILER=aipcc does without this.
get_filename_component(aipcc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(AIPCC_EXECUTABLE aipcc HINTS "${aipcc_prefix}/bin" REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS C)

if(NOT TARGET aipcc::aiprt)
  add_library(aipcc::aiprt STATIC IMPORTED)
  set_target_properties(aipcc::aiprt PROPERTIES IMPORTED_LOCATION "${aipcc_prefix}/lib/libaiprt.a"
                                                INTERFACE_INCLUDE_DIRECTORIES "${aipcc_prefix}/include"
                                                INTERFACE_LINK_LIBRARIES "OpenMP::OpenMP_C;m")
endif()

function(aipcc_add_executable name)
  set(written "")
  foreach(source IN LISTS ARGN)
    get_filename_component(path "${source}" ABSOLUTE)
    get_filename_component(base "${source}" NAME)
    get_filename_component(directory "${path}" DIRECTORY)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${name}.aipcc/${base}")
    add_custom_command(OUTPUT "${output}" DEPENDS "${path}" COMMENT "Making ${base} parallel" VERBATIM COMMAND_EXPAND_LISTS
      COMMAND ${CMAKE_COMMAND} -E make_directory "${CMAKE_CURRENT_BINARY_DIR}/${name}.aipcc"
      COMMAND "${AIPCC_EXECUTABLE}" --emit-source "${path}" -o "${output}" -I "${directory}")
    list(APPEND written "${output}")
    set_source_files_properties("${output}" PROPERTIES INCLUDE_DIRECTORIES "${directory}")
  endforeach()
  add_executable(${name} ${written})
  target_link_libraries(${name} PRIVATE aipcc::aiprt)
endfunction()
