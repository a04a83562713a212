/// Where the elements of a wgmma operand lie: PTX ISA, "Asynchronous Warpgroup Level Matrix Shared
/// Memory Layout".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpsmith::emulator {

/// Bytes that a swizzle mode permutes within; 0 without swizzling.
enum class SwizzleSpan : uint32_t { None = 0, Bytes32 = 32, Bytes64 = 64, Bytes128 = 128 };

/// Exchanges the 16-byte chunks of a span by the number of its 128-byte row: address bits 4 to 6
/// (5, 4) are xored with bits 7 to 9 (8, 7). `baseOffset` is the row at which the pattern starts.
constexpr uint32_t swizzled(uint32_t address, SwizzleSpan span, uint32_t baseOffset = 0) {
  const uint32_t chunks = static_cast<uint32_t>(span) / 16;
  return chunks ? address ^ ((((address >> 7) - baseOffset) & (chunks - 1)) << 4) : address;
}

struct MatrixDescriptor {
  uint32_t start = 0;   ///< shared address, as all in bytes
  uint32_t leading = 0; ///< byte offset of the leading dimension
  uint32_t stride = 0;  ///< byte offset of the stride dimension
  uint32_t baseOffset = 0;
  SwizzleSpan span = SwizzleSpan::None;

  explicit MatrixDescriptor(uint64_t bits);
  /// What no descriptor may have set, as words; empty for a descriptor that is in order.
  static std::string mistake(uint64_t bits);

  /// The shared address of the 16 bytes that hold row or column `outer` (of A or B) from `kByte` (0
  /// or 16) of its 32 bytes on: K is contiguous.
  uint32_t chunkAlongK(uint32_t outer, uint32_t kByte) const;
  /// The same of the 8 rows or columns from `outer` on at `k`: 16-bit elements, M or N contiguous.
  uint32_t chunkAcrossK(uint32_t outer, uint32_t k) const;
};

} // namespace warpsmith::emulator
