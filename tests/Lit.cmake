# add_lit_suite(NAME FOLDER [DEPENDS ...]): a folder of lit tests as one CTest entry lit/NAME. Each
# test's own result lands in build/test-results/lit-NAME.xml. lit begins with the tests that took longest: in
# a new build with those of the folder's .lit_test_times.txt, in seconds, so that none ends alone.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/test-results)
function(add_lit_suite name folder)
  add_test(NAME lit/${name}
           COMMAND ${WARPSMITH_LLVM_TOOLS_DIR}/lit -v --xunit-xml-output
                   ${CMAKE_BINARY_DIR}/test-results/lit-${name}.xml ${folder})
  set_tests_properties(lit/${name} PROPERTIES PROCESSORS 2 ENVIRONMENT
    "PYTHONUNBUFFERED=1;WARPSMITH_BUILD_DIR=${CMAKE_BINARY_DIR};WARPSMITH_BIN_DIR=${CMAKE_RUNTIME_OUTPUT_DIRECTORY};WARPSMITH_LLVM_TOOLS_DIR=${WARPSMITH_LLVM_TOOLS_DIR};WARPSMITH_SOURCE_DIR=${PROJECT_SOURCE_DIR}")
endfunction()
