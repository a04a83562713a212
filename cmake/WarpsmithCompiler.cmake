# Language level, warnings and link options of our own targets.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Every target of ours links this: warnings are errors in our code, and only there.
add_library(warpsmith_options INTERFACE)
target_compile_options(warpsmith_options INTERFACE -Wall -Wextra -Werror -Wno-unused-parameter)
target_include_directories(warpsmith_options INTERFACE ${PROJECT_SOURCE_DIR})
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(warpsmith_options INTERFACE -Wshadow -Wimplicit-fallthrough)
  find_program(WARPSMITH_LLD NAMES ld.lld-22)
  if(WARPSMITH_LLD)
    target_link_options(warpsmith_options INTERFACE --ld-path=${WARPSMITH_LLD})
  endif()
endif()
if(WARPSMITH_SANITIZE)
  target_compile_options(warpsmith_options INTERFACE -fsanitize=address,undefined
                         -fno-sanitize=vptr,function -fno-omit-frame-pointer)
  target_link_options(warpsmith_options INTERFACE -fsanitize=address,undefined
                      -fno-sanitize=vptr,function)
endif()
if(WARPSMITH_FUZZ)
  # Coverage for libFuzzer; undefined behaviour ends the run, or nobody would see it.
  target_compile_options(warpsmith_options INTERFACE -fsanitize=fuzzer-no-link
                         -fno-sanitize-recover=undefined)
endif()

# own_unit(FILE...): these are compiled by themselves where CMAKE_UNITY_BUILD puts sources together: a
# neighbour uses a name of theirs, in its unnamed namespace or for something else.
function(own_unit)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
