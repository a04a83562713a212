/// The tiles of a kernel on warpgroup products (wgmma.cuh), which says what a Problem has.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith::wgmma {

constexpr int SharedAlignment = 1024; // swizzles repeat every 1024 bytes
constexpr int MostSharedBytes = 227 * 1024;

/// Into how many boxes, one below the other, each of `across` boxes is divided, so that `sharers`
/// blocks copy as many each.
constexpr int boxesBelow(int across, int sharers) {
  int below = 1;
  while (across * below % sharers != 0)
    below *= 2;
  return below;
}

/// A tile of C of BlockM x BlockN elements, summed from k-tiles of BlockK steps in a ring of
/// Stages. The blocks of a cluster, of neighbouring tiles, share what they read: ShareRight of them
/// a tile of the right operand, and ShareLeft a tile of the left one. RelativeTime is what launches
/// compare tiles by (wgmma_launch.cuh).
template <typename Problem, int Extent, int Steps, int RingStages, int ShareRight,
          int MultiplyingWarpgroups, int ShareLeft = 1, int RelativeTime = 0,
          bool TakesTurns = false>
struct WgmmaTile {
  static constexpr int Warpgroups = MultiplyingWarpgroups, Threads = (Warpgroups + 1) * 128;
  static constexpr int BlockM = Problem::Swapped ? Extent : 64 * Warpgroups;
  static constexpr int BlockN = Problem::Swapped ? 64 * Warpgroups : Extent;
  static constexpr int BlockK = Steps, Stages = RingStages, Cluster = ShareRight * ShareLeft;
  static constexpr int SharersA = Problem::Swapped ? ShareRight : ShareLeft;
  static constexpr int SharersB = Problem::Swapped ? ShareLeft : ShareRight;
  static constexpr int ClusterM = SharersB * BlockM, ClusterN = SharersA * BlockN;
  static constexpr bool InSlices = false; // of k, each summed by a block of the cluster
  // Each tile is one warpgroup's, which multiplies while the other one stores the tile before.
  static constexpr bool InTurns = TakesTurns;
  static constexpr int Time = RelativeTime;
  static constexpr int Sums = Extent / 2; // of a thread
  // Registers of threads that copy, and of those that multiply. Copies to all blocks of a cluster
  // need more of them, two sets of sums leave fewer. 0: all have enough.
  static constexpr int CopyRegisters = Warpgroups == 1      ? 0
                                       : Warpgroups > 2     ? 32
                                       : Problem::Parts > 1 ? 24
                                                            : 40;
  static constexpr int MultiplyRegisters = Warpgroups == 1      ? 0
                                           : Warpgroups > 2     ? 160
                                           : Problem::Parts > 1 ? 240
                                                                : 232;
  // Elements of the tiles, and of the boxes in which TMA copies them. Where rows run across k, a
  // box has 128 bytes of each row, or 64 of split operands where 128 would not fill the tile; the
  // last one may reach beyond the tile.
  static constexpr int RowElements = 128 / sizeof(typename Problem::Part);
  static constexpr int RowElementsB =
      Problem::Parts == 1 || BlockN % RowElements == 0 ? RowElements : RowElements / 2;
  // Of packed layouts a row has the elements of a run, up to 128 bytes of them. A tile has so many
  // columns of such rows, behind each other. A box has whole columns, or lines of the only one;
  // where a run is longer than a row, each column is a box.
  static constexpr int RunElementsA =
      Problem::RunA > 0 && Problem::RunA < RowElements ? Problem::RunA : RowElements;
  static constexpr int RunElementsB =
      Problem::RunB > 0 && Problem::RunB < RowElements ? Problem::RunB : RowElements;
  static constexpr int RunsA = (Problem::TileAlongKA ? BlockK : BlockM) / RunElementsA;
  static constexpr int RunsB = (Problem::TileAlongKB ? BlockK : BlockN) / RunElementsB;
  static constexpr int LinesA = Problem::TileAlongKA ? BlockM : BlockK;
  static constexpr int LinesB = Problem::TileAlongKB ? BlockN : BlockK;
  static constexpr int AcrossA =
      (BlockM + RowElements - 1) / RowElements; // boxes beside each other
  static constexpr int AcrossB = (BlockN + RowElementsB - 1) / RowElementsB;
  static constexpr int TileA =
      Problem::Parts *
      (Problem::RunA > 0 || Problem::TileAlongKA ? BlockM : AcrossA * RowElements) * BlockK;
  static constexpr int TileB =
      Problem::Parts *
      (Problem::RunB > 0 || Problem::TileAlongKB ? BlockN : AcrossB * RowElementsB) * BlockK;
  // Of boxes across k each is divided into so many, one below the other, that blocks which share
  // the tile copy as many each. Boxes along k have fewer rows than the tile: 64 or 128 where they
  // fill it, as many for each block of those that share it.
  static constexpr int BoxesBelowA = Problem::RunA > 0 || Problem::TileAlongKA
                                         ? 1
                                         : boxesBelow(AcrossA, SharersA);
  static constexpr int BoxesBelowB = Problem::RunB > 0 || Problem::TileAlongKB
                                         ? 1
                                         : boxesBelow(AcrossB, SharersB);
  static constexpr int
      BoxesA = Problem::RunA > 0
                   ? (Problem::RunA > RunElementsA && RunsA > SharersA ? RunsA : SharersA)
               : !Problem::TileAlongKA ? AcrossA * BoxesBelowA
               : !Problem::Im2col && Problem::SkipsBoxesA && BlockM % (64 * SharersA) == 0
                   ? BlockM / 64
                   : SharersA;
  static constexpr int BoxesB = Problem::RunB > 0
                                    ? (Problem::RunB > RunElementsB && RunsB > SharersB ? RunsB
                                                                                        : SharersB)
                                : !Problem::TileAlongKB ? AcrossB * BoxesBelowB
                                : Problem::SkipsBoxesB && BlockN % (128 * SharersB) == 0
                                    ? BlockN / 128
                                    : SharersB;
  static constexpr int BoxA = TileA / BoxesA, BoxB = TileB / BoxesB;
  static constexpr bool SplitsLinesA = RunsA < BoxesA, SplitsLinesB = RunsB < BoxesB;
  static constexpr int LinesOfBoxA = SplitsLinesA ? LinesA / BoxesA : LinesA;
  static constexpr int LinesOfBoxB = SplitsLinesB ? LinesB / BoxesB : LinesB;
  static constexpr int RunsOfBoxA = SplitsLinesA ? 1 : RunsA / BoxesA;
  static constexpr int RunsOfBoxB = SplitsLinesB ? 1 : RunsB / BoxesB;
  static constexpr int AlongOfBoxA = RunsOfBoxA * RunElementsA;
  static constexpr int AlongOfBoxB = RunsOfBoxB * RunElementsB;
  // A box's rows of A or columns of B, and its steps of k.
  static constexpr int OuterOfBoxA = Problem::RunA > 0
                                         ? (Problem::TileAlongKA ? LinesOfBoxA : AlongOfBoxA)
                                     : Problem::TileAlongKA ? BlockM / BoxesA
                                                            : RowElements;
  static constexpr int OuterOfBoxB = Problem::RunB > 0
                                         ? (Problem::TileAlongKB ? LinesOfBoxB : AlongOfBoxB)
                                     : Problem::TileAlongKB ? BlockN / BoxesB
                                                            : RowElementsB;
  static constexpr int StepsOfBoxA = BlockK / BoxesBelowA, StepsOfBoxB = BlockK / BoxesBelowB;
  static_assert((Problem::RunA == 0 || BoxA == LinesOfBoxA * AlongOfBoxA) &&
                    (Problem::RunB == 0 || BoxB == LinesOfBoxB * AlongOfBoxB) &&
                    BoxesA % SharersA == 0 && BoxesB % SharersB == 0,
                "Blocks copy as many boxes each.");
  static_assert((Problem::RunA == 0 || LinesOfBoxA % 8 == 0) &&
                    (Problem::RunB == 0 || LinesOfBoxB % 8 == 0) &&
                    (!Problem::TileAlongKA || OuterOfBoxA % 8 == 0) && StepsOfBoxA % 8 == 0 &&
                    (!Problem::TileAlongKB || OuterOfBoxB % 8 == 0) && StepsOfBoxB % 8 == 0,
                "Rows are swizzled in groups of eight.");
  // From one warpgroup's part of the left operand's tile to the next one's.
  static constexpr int WarpgroupStride = Problem::RunA > 0
                                             ? 64 * (Problem::TileAlongKA ? RunElementsA : BlockK)
                                         : (Problem::Swapped ? Problem::TileAlongKB
                                                             : Problem::TileAlongKA)
                                             ? 64 * BlockK
                                         : Problem::Swapped ? 64 / RowElementsB * BoxesBelowB * BoxB
                                                            : 64 / RowElements * BoxesBelowA * BoxA;
  static constexpr int StageBytes = (TileA + TileB) * sizeof(typename Problem::Part);
  static constexpr int RingBytes =
      SharedAlignment + Stages * (StageBytes + 2 * (int)sizeof(warpsmith::Barrier));
  // Results on their way to C are in boxes of 64 rows of 128 bytes, or of as many as divide a row
  // of the tile.
  static constexpr int RowBytesOfC = BlockN * sizeof(typename Problem::C);
  static constexpr int StoreRowBytes = RowBytesOfC % 128 == 0  ? 128
                                       : RowBytesOfC % 64 == 0 ? 64
                                                               : 32;
  static constexpr int StoreColumns = StoreRowBytes / sizeof(typename Problem::C);
  static constexpr int BoxBytes = 64 * StoreRowBytes;
  // Pairs of neighbours that a thread has in a box, and those that it makes at once: beside two
  // sets of sums there are registers for few.
  static constexpr int PairsOfBox = StoreColumns / 4;
  static constexpr int PairsTogether = InTurns && PairsOfBox % 4 == 0 ? 4 : PairsOfBox;
  // What columns read is loaded while other results are made: in turns, and beside what lies as C
  // does. Else of two warpgroups each has something to do while the other one waits.
  static constexpr bool LoadsAhead = InTurns || Problem::ReadsOld || Problem::ReadsBeside;
  // Where C lies in runs, a box has those of its rows behind each other.
  static constexpr int RunBytesOfC = Problem::RunC > 0 && Problem::RunC < StoreColumns
                                         ? Problem::RunC *(int)sizeof(typename Problem::C)
                                         : StoreRowBytes;
  // Whether TMA stores them. Threads of one warpgroup are faster with elements of four bytes, two
  // of which fill a sector with their neighbours', unless what lies as C does comes by TMA.
  static constexpr bool StoresTiles = Problem::StoresTiles && RowBytesOfC % StoreRowBytes == 0 &&
                                      (Problem::RunC > 0 || Problem::ReadsBeside ||
                                       sizeof(typename Problem::C) <= 2 || Warpgroups > 1);
  // What results read by row and by column, of one tile or of two where there is room, and barriers
  // that say so. Of results up to four boxes for each warpgroup, where there is room for them.
  static constexpr int BytesOfColumns = (BlockN * Problem::BytesOfColumn + 15) / 16 * 16;
  static constexpr int BytesOfReads =
      BytesOfColumns + (BlockM * Problem::BytesOfRow + 15) / 16 * 16;
  static constexpr int BytesOfSlot = BytesOfReads + 2 * (int)sizeof(warpsmith::Barrier);
  static constexpr int BarriersOfBox = 2 * (int)sizeof(warpsmith::Barrier);
  static constexpr int BoxesWithRoom =
      (MostSharedBytes - RingBytes - (Problem::ReadsOnce ? (InTurns ? 2 : 1) * BytesOfSlot : 0)) /
      (Warpgroups * (BoxBytes + BarriersOfBox));
  static constexpr int StoreBoxes = BoxesWithRoom >= 4 ? 4 : BoxesWithRoom >= 2 ? 2 : 1;
  // Warps beside the one that copies start the stores, each those of a warpgroup. What results read
  // is read by the others or, where all of them store, by the same.
  static constexpr int StoringWarps =
      !Problem::ReadsOld && !Problem::ReadsBeside && StoresTiles ? Warpgroups : 0;
  static constexpr int ReadingWarps = StoringWarps == 3 ? 3 : 3 - StoringWarps;
  static constexpr int BytesOfBoxes = !Problem::ReadsOld && !Problem::ReadsBeside && StoresTiles
                                          ? StoreBoxes * Warpgroups * BoxBytes
                                          : 0;
  static constexpr int BytesWithout =
      RingBytes + (!Problem::ReadsOld && !Problem::ReadsBeside && StoresTiles
                       ? StoreBoxes * Warpgroups * (BoxBytes + BarriersOfBox)
                       : 0);
  static constexpr int ReadSlots = BytesWithout + 2 * BytesOfSlot <= MostSharedBytes ? 2 : 1;
  static constexpr int SharedBytes =
      BytesWithout + (Problem::ReadsOnce ? ReadSlots * BytesOfSlot : 0);
  // Old elements of C, and what lies as it does, are in boxes, too: as many for each warpgroup and
  // matrix as a stage has room for.
  static constexpr int ReadBoxes =
      StageBytes / BoxBytes / Warpgroups / (Problem::ReadsOld && Problem::ReadsBeside ? 2 : 1);
  static constexpr int ReadStages = (BlockN / StoreColumns + ReadBoxes - 1) / ReadBoxes;
};

/// The same tile, summed by the blocks of a cluster, each over a slice of k.
template <typename Tile>
struct Sliced : Tile {
  static constexpr bool InSlices = true;
};

} // namespace warpsmith::wgmma
