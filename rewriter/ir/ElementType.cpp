#include "rewriter/ir/ElementType.h"
#include <array>

namespace warpsmith {
namespace {

struct Row {
  std::string_view shortName, cudaName;
  int size;
};

constexpr std::array<Row, 10> Rows = {{
    {"f16", "__half", 2},
    {"bf16", "__nv_bfloat16", 2},
    {"f32", "float", 4},
    {"f64", "double", 8},
    {"i8", "signed char", 1},
    {"i8", "char", 1},
    {"u8", "unsigned char", 1},
    {"i16", "short", 2},
    {"i32", "int", 4},
    {"u32", "unsigned", 4},
}};

const Row &row(ElementType type) {
  return Rows[static_cast<size_t>(type)];
}

} // namespace

std::string_view shortName(ElementType type) {
  return row(type).shortName;
}
std::string_view cudaName(ElementType type) {
  return row(type).cudaName;
}
int sizeOf(ElementType type) {
  return row(type).size;
}

} // namespace warpsmith
