/// Tensor maps of matrices in packed layouts: CUDA Driver API, cuTensorMapEncodeTiled, with a
/// dimension for each digit of rows and columns. Host code.
#pragma once

#include "warpsmith/device/packed_layout.h"
#include "warpsmith/device/tensor_map.h"

namespace warpsmith {

/// Boxes of `boxRuns` runs of `boxLines` lines, of which boxElements elements are side by side: a
/// run's, or a part of it. `type` is the driver's number of the element type. False when the layout
/// is not what the kernel was made for, Run and Lines, or when TMA cannot copy it: addresses and
/// distances must be multiples of 16 bytes. Where LinesOfRow lines are a row of the box, they must
/// be adjacent, and lines be a multiple of them.
template <int Run, int Lines, int LinesOfRow, typename Element>
bool encodePackedMap(TensorMap *map, int type, const Element *elements, PackedLayout layout,
                     int boxElements, int boxLines, int boxRuns) {
  if ((Run != OneDigit && layout.run != Run) || (Run == OneDigit && layout.runs != 1) ||
      (Lines != OneDigit && layout.lines != Lines) || (Lines == OneDigit && layout.blocks != 1))
    return false;
  if (LinesOfRow > 1 && (layout.linePitch != Run || layout.lines % LinesOfRow != 0))
    return false;
  const int lineBytes = boxElements * (int)sizeof(Element);
  constexpr int RowsOfBlock = Lines == OneDigit ? OneDigit : Lines / LinesOfRow;
  layout.run *= LinesOfRow;
  layout.lines /= LinesOfRow;
  layout.linePitch *= LinesOfRow;
  boxElements *= LinesOfRow;
  boxLines /= LinesOfRow;
  const auto isCopied = [](long long elements) {
    return elements > 0 && elements * (long long)sizeof(Element) % 16 == 0;
  };
  if ((unsigned long long)elements % 16 != 0 || !isCopied(layout.linePitch) ||
      (layout.runs > 1 && !isCopied(layout.runPitch)) ||
      (layout.blocks > 1 && !isCopied(layout.blockPitch)))
    return false;
  constexpr int SwizzleNone = 0;
  const int swizzle = lineBytes == 16 ? SwizzleNone : swizzleOf(boxElements * (int)sizeof(Element));
  static const auto encode = driverFunction<TensorMapEncoder>("cuTensorMapEncodeTiled");
  const long long numbers[] = {type,
                               (long long)elements,
                               layout.run,
                               layout.runs,
                               layout.runPitch,
                               layout.lines,
                               layout.linePitch,
                               layout.blocks,
                               layout.blockPitch,
                               boxElements,
                               boxLines,
                               boxRuns};
  return keptMap(map, numbers, [&] { // not interleaved, filled with zeros
    // Nothing lies behind the only one of a dimension.
    const auto bytes = [&](int pitch, int extent) {
      return (unsigned long long)(extent > 1 ? pitch : layout.linePitch) * sizeof(Element);
    };
    const unsigned long long sizes[] = {
        (unsigned long long)layout.run, (unsigned long long)layout.lines,
        (unsigned long long)layout.blocks, (unsigned long long)layout.runs};
    const unsigned long long strides[] = {bytes(layout.linePitch, 2),
                                          bytes(layout.blockPitch, layout.blocks),
                                          bytes(layout.runPitch, layout.runs)};
    const int rows = RowsOfBlock < boxLines ? RowsOfBlock : boxLines;
    const unsigned box[] = {(unsigned)boxElements, (unsigned)rows, (unsigned)(boxLines / rows),
                            (unsigned)boxRuns};
    const unsigned everyElement[] = {1, 1, 1, 1};
    return encode && encode(map, type, 4, const_cast<Element *>(elements), sizes, strides, box,
                            everyElement, 0, swizzle, TensorMapPromotion256, 0) == 0;
  });
}

} // namespace warpsmith
