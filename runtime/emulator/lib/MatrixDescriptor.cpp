#include "runtime/emulator/lib/MatrixDescriptor.h"
#include <bit>

namespace warpsmith::emulator {
namespace {

constexpr uint32_t ChunkBytes = 16, CoreRows = 8;
/// Fields of the descriptor: first bit and width.
struct Field {
  int first, width;
};
constexpr Field Start{0, 14}, Leading{16, 14}, Stride{32, 14}, BaseOffset{49, 3}, Mode{62, 2};

constexpr uint64_t mask(Field field) {
  return ((uint64_t(1) << field.width) - 1) << field.first;
}
constexpr uint32_t value(uint64_t bits, Field field) {
  return static_cast<uint32_t>((bits & mask(field)) >> field.first);
}

} // namespace

MatrixDescriptor::MatrixDescriptor(uint64_t bits)
    : start(value(bits, Start) * ChunkBytes),
      leading(value(bits, Leading) * ChunkBytes),
      stride(value(bits, Stride) * ChunkBytes),
      baseOffset(value(bits, BaseOffset)) {
  constexpr SwizzleSpan Spans[] = {SwizzleSpan::None, SwizzleSpan::Bytes128, SwizzleSpan::Bytes64,
                                   SwizzleSpan::Bytes32};
  span = Spans[value(bits, Mode)];
}

std::string MatrixDescriptor::mistake(uint64_t bits) {
  const uint64_t unused =
      bits & ~(mask(Start) | mask(Leading) | mask(Stride) | mask(BaseOffset) | mask(Mode));
  if (unused)
    return "has bit " + std::to_string(std::countr_zero(unused)) +
           " set, which belongs to no field (addresses and offsets are encoded as (x & 0x3ffff) >> "
           "4)";
  return {};
}

uint32_t MatrixDescriptor::chunkAlongK(uint32_t outer, uint32_t kByte) const {
  const uint32_t group = outer / CoreRows, row = outer % CoreRows;
  if (span == SwizzleSpan::None)
    return start + group * stride + row * ChunkBytes + kByte / ChunkBytes * leading;
  const uint32_t address = start + group * stride + row * static_cast<uint32_t>(span) + kByte;
  return swizzled(address, span, baseOffset);
}

uint32_t MatrixDescriptor::chunkAcrossK(uint32_t outer, uint32_t k) const {
  const uint32_t chunk = outer / CoreRows, group = k / CoreRows, row = k % CoreRows;
  if (span == SwizzleSpan::None)
    return start + chunk * stride + row * ChunkBytes + group * leading;
  const auto bytes = static_cast<uint32_t>(span);
  const uint32_t chunks = bytes / ChunkBytes;
  const uint32_t address =
      start + chunk / chunks * leading + chunk % chunks * ChunkBytes + row * bytes + group * stride;
  return swizzled(address, span, baseOffset);
}

} // namespace warpsmith::emulator
