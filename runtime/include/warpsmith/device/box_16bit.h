/// Boxes of 16-bit elements in shared memory, and a warp's fragments from them.
#pragma once

namespace warpsmith {

/// Elements of a row of a box: 128 bytes, all banks.
constexpr int BoxColumns16 = 64;

/// Where an element lies in a box: within each row, chunks of eight elements change places with the
/// row, so that those of one column in eight rows lie in different banks.
__device__ __forceinline__ int swizzled16(int row, int column) {
  return row * BoxColumns16 + ((column / 8) ^ (row % 8)) * 8 + column % 8;
}

/// Loads 16 rows of A (OfA), or columns of B, for 16 steps of k from `step` on: the `offset`th (a
/// multiple of 16) and following after the warp's `first`. Each part has eight of the 16 for eight
/// steps: of A the first eight, the others, then both eight steps on; of B the first eight, the
/// same eight steps on, then so the others. What one product takes are adjacent registers. Boxes
/// have steps of k in their columns (AlongK) or in their rows, which ldmatrix then transposes; a
/// warp's part lies in the same columns of boxes of Rows rows, which lie behind each other. PTX ISA
/// "Warp-level matrix load instruction: ldmatrix".
template <bool OfA, bool AlongK, int Rows, typename Element>
__device__ __forceinline__ void loadFragment16(unsigned (&fragment)[4], const Element *tile,
                                               int first, int offset, int step, int lane) {
  static_assert(sizeof(Element) == 2, "ldmatrix loads 16-bit elements");
  // The lane gives the address of a row of eight elements: of matrix lane / 8 row lane % 8. Its own
  // part of the offset is apart from the constant one.
  const int own = lane % 8;
  const int upper = OfA ? lane / 8 % 2 : lane / 16; // of the rows or columns, the other eight
  const int later = OfA ? lane / 16 : lane / 8 % 2; // of the steps
  const Element *row;
  if constexpr (AlongK) {
    const int constant = (step / BoxColumns16 * Rows + offset) * BoxColumns16;
    const int chunk = (later ^ own) ^ step % BoxColumns16 / 8;
    row = tile + (first + upper * 8 + own) * BoxColumns16 + chunk * 8 + constant;
  } else {
    const int box = first / BoxColumns16 * Rows * BoxColumns16;
    const int chunk = (first % BoxColumns16 / 8 ^ upper ^ own) ^ offset / 8;
    row = tile + box + (later * 8 + own) * BoxColumns16 + chunk * 8 + step * BoxColumns16;
  }
  const unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(row));
  if constexpr (AlongK)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(fragment[0]), "=r"(fragment[1]), "=r"(fragment[2]), "=r"(fragment[3])
                 : "r"(from)
                 : "memory");
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(fragment[0]), "=r"(fragment[1]), "=r"(fragment[2]), "=r"(fragment[3])
                 : "r"(from)
                 : "memory");
}

} // namespace warpsmith
