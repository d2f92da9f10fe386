# Finds libclang's C API, at least version LibClang_FIND_VERSION (the newest one installed).
# Defines LibClang::LibClang, LibClang_VERSION and LibClang_RESOURCE_DIR (the compiler's own headers).
set(_libclang_roots "")
foreach(_version RANGE 30 17 -1)
  list(APPEND _libclang_roots /usr/lib/llvm-${_version} /usr/local/opt/llvm@${_version})
endforeach()
find_path(LibClang_INCLUDE_DIR clang-c/Index.h HINTS ${_libclang_roots} PATH_SUFFIXES include)
get_filename_component(_libclang_root "${LibClang_INCLUDE_DIR}" DIRECTORY)
find_library(LibClang_LIBRARY NAMES clang libclang HINTS ${_libclang_root} PATH_SUFFIXES lib)
file(GLOB _libclang_resources ${_libclang_root}/lib/clang/*)
list(SORT _libclang_resources COMPARE NATURAL ORDER DESCENDING)
foreach(_resource ${_libclang_resources})
  if(NOT LibClang_RESOURCE_DIR AND EXISTS ${_resource}/include/stddef.h)
    set(LibClang_RESOURCE_DIR ${_resource})
    get_filename_component(LibClang_VERSION ${_resource} NAME)
  endif()
endforeach()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibClang
  REQUIRED_VARS LibClang_LIBRARY LibClang_INCLUDE_DIR LibClang_RESOURCE_DIR VERSION_VAR LibClang_VERSION)
if(LibClang_FOUND AND NOT TARGET LibClang::LibClang)
  add_library(LibClang::LibClang UNKNOWN IMPORTED)
  set_target_properties(LibClang::LibClang PROPERTIES IMPORTED_LOCATION ${LibClang_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LibClang_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS "AIPCC_RESOURCE_DIR=\"${LibClang_RESOURCE_DIR}\"")
endif()
