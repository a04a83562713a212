#include "rewriter/ir/ElementType.h"
#include <array>

namespace warpsmith {
namespace {

enum class NumberKind { Float, Integer };

struct Row {
  std::string_view shortName, cudaName;
  int size;
  NumberKind kind;
};

constexpr std::array<Row, 12> Rows = {{
    {"f16", "__half", 2, NumberKind::Float},
    {"bf16", "__nv_bfloat16", 2, NumberKind::Float},
    {"f32", "float", 4, NumberKind::Float},
    {"f64", "double", 8, NumberKind::Float},
    {"e4m3", "__nv_fp8_e4m3", 1, NumberKind::Float},
    {"e5m2", "__nv_fp8_e5m2", 1, NumberKind::Float},
    {"i8", "signed char", 1, NumberKind::Integer},
    {"i8", "char", 1, NumberKind::Integer},
    {"u8", "unsigned char", 1, NumberKind::Integer},
    {"i16", "short", 2, NumberKind::Integer},
    {"i32", "int", 4, NumberKind::Integer},
    {"u32", "unsigned", 4, NumberKind::Integer},
}};

const Row &row(ElementType type) {
  return Rows[static_cast<size_t>(type)];
}

} // namespace

bool isInteger(ElementType type) {
  return row(type).kind == NumberKind::Integer;
}
bool isFp8(ElementType type) {
  return isNarrowFloat(type) && sizeOf(type) == 1;
}
bool isNarrowFloat(ElementType type) {
  return row(type).kind == NumberKind::Float && sizeOf(type) < 4;
}

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
