# Finds isl, the integer set library, and GMP which it computes with. Defines Isl::Isl.
find_path(Isl_INCLUDE_DIR isl/set.h)
find_library(Isl_LIBRARY isl)
find_library(Isl_GMP_LIBRARY gmp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Isl REQUIRED_VARS Isl_LIBRARY Isl_GMP_LIBRARY Isl_INCLUDE_DIR)
if(Isl_FOUND AND NOT TARGET Isl::Isl)
  add_library(Isl::Isl UNKNOWN IMPORTED)
  set_target_properties(Isl::Isl PROPERTIES IMPORTED_LOCATION ${Isl_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${Isl_INCLUDE_DIR} INTERFACE_LINK_LIBRARIES ${Isl_GMP_LIBRARY})
endif()
