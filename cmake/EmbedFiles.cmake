# embed_files(TARGET NAMESPACE ROOT FILE...): an object library TARGET with the FILEs (relative to
# ROOT) inside the binary, declared in build/generated/TARGET.h as
#   namespace NAMESPACE { struct File { const char *path, *begin, *end; };
#                         extern const File Files[]; extern const unsigned FileCount; }
function(embed_files target namespace root)
  set(directory ${CMAKE_BINARY_DIR}/generated)
  set(assembly ".section .rodata\n")
  set(rows "")
  set(dependencies "")
  set(index 0)
  foreach(file IN LISTS ARGN)
    set(symbol embedded_${target}_${index})
    string(APPEND assembly ".globl ${symbol}_begin\n.globl ${symbol}_end\n${symbol}_begin:\n"
           ".incbin \"${root}/${file}\"\n${symbol}_end:\n.byte 0\n")
    string(APPEND declarations "extern \"C\" const char ${symbol}_begin[], ${symbol}_end[];\n")
    string(APPEND rows "    {\"${file}\", ${symbol}_begin, ${symbol}_end},\n")
    list(APPEND dependencies ${root}/${file})
    math(EXPR index "${index} + 1")
  endforeach()
  string(APPEND assembly ".section .note.GNU-stack,\"\",@progbits\n")
  file(GENERATE OUTPUT ${directory}/${target}.S CONTENT "${assembly}")
  file(GENERATE OUTPUT ${directory}/${target}.h CONTENT
"#pragma once
namespace ${namespace} {
struct File {
  const char *path; // relative to the root that was embedded
  const char *begin;
  const char *end; // a zero byte stands at *end
};
extern const File Files[];
extern const unsigned FileCount;
} // namespace ${namespace}
")
  file(GENERATE OUTPUT ${directory}/${target}.cpp CONTENT
"#include \"${target}.h\"
${declarations}
namespace ${namespace} {
const File Files[] = {
${rows}};
const unsigned FileCount = ${index};
} // namespace ${namespace}
")
  add_library(${target} STATIC ${directory}/${target}.S ${directory}/${target}.cpp)
  set_source_files_properties(${directory}/${target}.S PROPERTIES OBJECT_DEPENDS
                              "${dependencies}")
  target_include_directories(${target} INTERFACE ${directory})
endfunction()
