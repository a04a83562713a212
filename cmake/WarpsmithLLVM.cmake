# Finds Clang and LLVM 22, the one supported version, and says so plainly when it is another.
set(advice "Run scripts/setup.sh, or use the preset 'no-llvm' to build the harness alone.")
find_package(LLVM CONFIG QUIET HINTS /usr/lib/llvm-22/lib/cmake/llvm)
if(NOT LLVM_FOUND)
  message(FATAL_ERROR "Warpsmith needs LLVM 22, which was not found. ${advice}")
endif()
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "Warpsmith needs LLVM 22, but found ${LLVM_VERSION} in ${LLVM_DIR}. ${advice}")
endif()
find_package(Clang CONFIG QUIET HINTS ${LLVM_LIBRARY_DIRS}/cmake/clang)
if(NOT Clang_FOUND)
  message(FATAL_ERROR "LLVM ${LLVM_VERSION} is here, but not Clang's libraries. ${advice}")
endif()
message(STATUS "Clang ${LLVM_VERSION} in ${Clang_DIR}")

# Clang's headers, as system headers so that their warnings stay theirs, and its static archives.
# Debian's exported targets pull in the shared libLLVM; naming the archives avoids it, so that the
# binary runs where no LLVM is installed. The linker takes only the members that are needed.
find_program(WARPSMITH_CLANGXX NAMES clang++-22 REQUIRED)
set(WARPSMITH_CLANG_RESOURCE_DIR ${LLVM_LIBRARY_DIRS}/clang/22)
file(GLOB clang_archives ${LLVM_LIBRARY_DIRS}/libclang[A-Z]*.a)
file(GLOB llvm_archives ${LLVM_LIBRARY_DIRS}/libLLVM*.a)
find_library(WARPSMITH_ZSTD NAMES libzstd.a REQUIRED)
find_library(WARPSMITH_ZLIB NAMES libz.a REQUIRED)
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_library(warpsmith_clang INTERFACE)
target_include_directories(warpsmith_clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS}
                           ${LLVM_INCLUDE_DIRS})
target_compile_options(warpsmith_clang INTERFACE ${llvm_definitions})
target_link_libraries(warpsmith_clang INTERFACE -Wl,--start-group ${clang_archives}
                      ${llvm_archives} -Wl,--end-group ${WARPSMITH_ZSTD} ${WARPSMITH_ZLIB} dl m)
target_link_options(warpsmith_clang INTERFACE -static-libstdc++ -static-libgcc -Wl,--gc-sections)

# Clang's headers take seconds to parse, in nearly every file that uses them: parsed once here, for
# all targets that are compiled alike. Every file still includes what it uses.
set(WARPSMITH_CLANG_HEADERS
  <functional>
  <map>
  <optional>
  <set>
  <string>
  <vector>
  <clang/AST/ASTContext.h>
  <clang/AST/Attr.h>
  <clang/AST/DynamicRecursiveASTVisitor.h>
  <clang/AST/ExprCXX.h>
  <clang/Basic/SourceManager.h>
  <clang/Lex/Lexer.h>
  <clang/Lex/Preprocessor.h>
  <clang/Tooling/Tooling.h>
  <llvm/ADT/SmallString.h>
  <llvm/Support/FileSystem.h>
  <llvm/Support/MemoryBuffer.h>
  <llvm/Support/Path.h>)
set(CMAKE_PCH_INSTANTIATE_TEMPLATES ON)
