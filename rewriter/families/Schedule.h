/// How a contraction will run: numerics, architecture, and the plan of one family of kernels. Plain
/// values.
#pragma once

#include "rewriter/arch/Architecture.h"
#include "rewriter/ir/Contraction.h"
#include "types/Numerics.h"
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpsmith {

/// Elements of C that a block or a thread computes, and the depth of a k-tile.
struct BlockTile {
  int m, n, k;
};
struct ThreadTile {
  int m, n;
};

/// How operands reach shared memory.
enum class CopyRoute {
  Registers,    ///< global memory -> registers -> shared memory, one k-tile ahead
  Asynchronous, ///< cp.async into a ring of stages
  CopyWarps     ///< warps of their own fill a ring of stages, mbarriers between them and the others
};

/// fp64 of every `period` steps of k accumulate in FP64.
struct Interleave {
  int fp64 = 0, period = 0;
  /// Their products are FP32's, converted before they are added: FMUL, conversion, DADD.
  bool floatProducts = false;
};

/// fp64 of every `of` compute warps accumulate in FP64, evenly over the four sub-partitions.
struct Fp64Warps {
  int fp64, of;
};

/// FP32 or FP64 operands as several narrower numbers, whose products the tensor cores compute.
enum class Split {
  /// Two parts of 11 bits, three products. Only for elements of like size, which the user promises
  /// with the word `narrow`.
  Fp16x3,
  Bf16x6, ///< three parts of 8 bits, six products
  /// The former where the data allow it, else the latter: found out at each launch, on the device.
  ByData,
  /// Three parts of 8 bits, B's made in registers as it is read: for C of few rows.
  InRegisters,
  /// FP64 operands as integers, whose residues modulo 14 to 16 numbers have 8 bits each.
  Int8xn
};
std::string_view name(Split split);

/// GiB that residues take at most, unless the user says otherwise.
constexpr int ResidueWorkspace = 8;

/// A tile of C that a block computes from k-tiles in a ring of stages.
struct WgmmaTile {
  std::string_view name;
  int columns, steps, stages;
  int below;      ///< blocks of a cluster below each other, which share the tiles of B
  int beside;     ///< and beside each other, which share those of A
  int warpgroups; ///< that multiply, 64 rows of the tile each
  int time;       ///< nanoseconds of a k-tile; of split operands a tile's, compared with others'
  bool sliced = false;  ///< may be summed in slices of k by the blocks of a cluster
  bool whole = true;    ///< may be summed by one block
  bool inTurns = false; ///< its warpgroups take turns: each multiplies all rows of every other tile

  int rows() const { return 64 * warpgroups; }
  int cluster() const { return below * beside; }         ///< its blocks
  int threads() const { return (warpgroups + 1) * 128; } ///< one warpgroup copies
  /// As tensorize<wgmma> takes it: `bm;bn`, or `bn` alone of the usual two warpgroups.
  std::string size() const {
    return (warpgroups == 2 ? "" : std::to_string(rows()) + ";") + std::to_string(columns);
  }
};

/// A tile of C that a block computes with mma.sync, warpM x warpN of it a warp.
struct MmaTile {
  std::string_view name;
  BlockTile block;
  int warpM, warpN, stages;
  int time; ///< of a tile, compared with the other tiles'
};

/// A tile of C of gathered operands that a block computes on the tensor cores, warpM x warpN of it
/// a warp. A warpgroup has 64 rows and all columns.
struct GatheredTensorTile {
  std::string_view name;
  int rows, columns, warpM, warpN, stages;
  int blocks;   ///< that a multiprocessor has side by side
  int step;     ///< nanoseconds or cycles of a k-tile, with as many blocks
  int epilogue; ///< of all else that a tile takes

  int threads() const { return rows / warpM * (columns / warpN) * 32; }
};

/// A tile of C that a block computes on the FP32 units.
struct FmaTile {
  std::string_view name;
  BlockTile block;
  ThreadTile thread;
  int rings;   ///< its ring has as many times the stages that `pipeline` asks for
  int filling; ///< copy warps that fill a stage together, more if they must; 0: all
  int ahead;   ///< steps of k by which fragments are loaded before their products
  int computeRegisters, copyRegisters; ///< of a thread by its role; 0: as launched
  int time;                            ///< of a tile, compared with the other tiles'
  /// What of the tile's last columns a warp sums on FP64's tensor cores; `thread` is of the others.
  ThreadTile wide = {0, 0};
  /// Groups of computing warps, each of which sums the whole tile over every so many-th k-tile.
  int slices = 1;
  int copyWarps = 0; ///< instead of the schedule's, unless 0
};

/// A tile of C that a block computes of operands that are gathered.
struct GatheredTile {
  std::string_view name;
  BlockTile block;
  ThreadTile thread;
  int stages;       ///< of its ring
  int blocksAtOnce; ///< on a multiprocessor, as registers are given out
  int time;  ///< of a step, compared with the other tiles': what a tile adds where there are many
  int least; ///< and what few take

  int threads() const { return (block.m / thread.m) * (block.n / thread.n); }
};

/// Launches that stand beside each other and do not depend on each other become one.
struct Group {
  std::vector<FmaTile> tiles; ///< those of the menu that it chooses among
};

/// k-tiles of the operands in shared memory, by the threads of a block or by warps of its own.
struct Staging {
  BlockTile block = {0, 0, 0};
  CopyRoute route = CopyRoute::Registers;
  int stages = 1;
  int copyWarps = 0;
  bool defaultTile = false; ///< the tile's sizes were not given, so a later pass may choose them
  bool addedTile = false;   ///< it is there because a later pass needs one
};

/// Of a dimension with one digit, as in packed_place.h.
constexpr int OneDigit = 1 << 30;

/// What a kernel knows of a matrix in a packed layout (runtime/include/warpsmith/device/
/// packed_place.h): so many elements are side by side along one dimension, and so many lines of
/// the other one at one distance. None of a plain matrix.
struct PackedDigits {
  int run = 0, lines = 0; ///< OneDigit where that is all of them
  /// Lines of 16 or 32 bytes, adjacent in memory, that share a row of 128 bytes in shared memory:
  /// TMA copies so many more bytes in a nanosecond.
  int linesOfRow = 1;

  bool isPlain() const { return run == 0; }
};

// The plans. Each is one family's own: KernelFamily.h answers for it.

/// No tiles: each thread computes the element that it computes in the original.
struct Direct {
  std::optional<Interleave> interleave;
};

/// Operands are to be parts of numbers. A pass that multiplies these has to follow.
struct Parts {
  Split split;
  int workspace = ResidueWorkspace; ///< as in Wgmma
};

/// One tile on the FP32, FP64 or integer units.
struct Fma : Staging {
  ThreadTile thread = {1, 1};
  std::optional<Interleave> interleave;
  std::optional<Fp64Warps> fp64Warps;

  int computeThreads() const { return (block.m / thread.m) * (block.n / thread.n); }
};

/// Tiles on the FP32 units among which each launch chooses; warps of their own copy.
struct FmaMenu {
  Fma single; ///< the tile that a pass goes on from which changes more than stages and copy warps
  std::vector<FmaTile> tiles;
  bool columns = false;    ///< FP64's tensor cores sum some columns of a tile: `FmaTile::wide`
  bool given = false;      ///< the sizes are given: there is one tile, for any launch
  bool afterSplit = false; ///< it takes what products of split operands leave: small ones, and flat
  std::optional<Group> group;
  bool likeGroup = false; ///< its launches are its own, its kernel is that of a group
  /// How A, B and C lie.
  // NOLINTNEXTLINE(readability-redundant-member-init): aggregates leave them out
  std::array<PackedDigits, 3> packed = {};
};

/// WMMA fragments: each warp computes warpM x warpN elements in fragments of m x n x k.
struct Wmma : Staging {
  Numerics operands = Numerics::Fp16; ///< Tf32, Fp16 or Bf16
  int warpM = 0, warpN = 0;
  int m = 16, n = 16, k = 16;

  int computeThreads() const { return 32 * (block.m / warpM) * (block.n / warpN); }
};

/// mma.sync of operands of FP64, complex numbers of it or of FP32, FP16 or BF16.
struct Mma {
  /// The operands' type on the tensor cores. Complex numbers of FP32 become TF32, FP16 or BF16
  /// there, or under the contract Fp32 three BF16 parts each.
  ElementType part;
  bool bulk; ///< TMA fills the ring of stages, from a warp of its own; else cp.async by all threads
  std::vector<MmaTile> tiles;
};

struct Schedule;

/// WGMMA: warpgroups multiply tiles that another one has TMA bring from memory.
struct Wgmma {
  /// The operands' type on the tensor cores; of 8-bit integers, each operand's own sign counts.
  ElementType part;
  int parts = 1; ///< that an operand is the sum of
  std::vector<WgmmaTile> tiles;
  // NOLINTNEXTLINE(readability-redundant-member-init): aggregates leave them out
  std::optional<Split> split = {};  ///< how an operand becomes parts, where it does
  bool symmetric = false;           ///< one triangle is summed and stored on both sides
  int workspace = ResidueWorkspace; ///< GiB that residues take at most; C is computed in panels
  bool im2col = false;              ///< A's rows are pixels, as PixelAccess says
  bool ranges = false;              ///< elements of C have ranges of steps of their own
  std::array<PackedDigits, 3> packed = {}; ///< of A, B and C, as PackedAccess says
  /// What computes the tiles of C that residues do not keep; null where there are no residues.
  // NOLINTNEXTLINE(readability-redundant-member-init): aggregates leave them out
  std::shared_ptr<const Schedule> left = {};
};

/// WGMMA of pixels, which TMA copies by its im2col mode: a plan for the product of plain matrices
/// that PixelAccess makes of a convolution.
struct Im2col {
  Wgmma product;
};

/// WGMMA of packed layouts, which TMA copies in boxes of several digits: a plan for the product of
/// plain matrices that PackedAccess makes of it.
struct Packed {
  Wgmma product;
};

/// A menu on the FP32 units, whose copy warps read packed layouts: a plan for the same product of
/// plain matrices.
struct PackedFma {
  FmaMenu product;
};

/// Tiles on the FP32, FP64 or integer units, of operands that are gathered: for contractions whose
/// groups have several indices, or with padding. Each launch chooses among them.
struct Gathered {
  std::vector<GatheredTile> tiles;
  bool given = false; ///< the user gave the sizes: there is one tile, for any launch
};

/// WGMMA or mma.sync of operands that are gathered, by the threads that multiply.
struct GatheredTensor {
  ElementType part; ///< the operands' type on the tensor cores
  bool warpgroups;  ///< the instructions are Hopper's; else mma.sync
  std::vector<GatheredTensorTile> tiles;
};

/// The kernel keeps its name, parameters and launches: in whatever grid it is given, blocks take
/// tiles of C.
struct Resident {
  int threads;     ///< that a block has at most
  BlockTile warp;  ///< elements of C that a warp computes, and the steps of its tiles
  int stages;      ///< of the ring of tiles
  int sharedBytes; ///< of them
  /// The operands' type on the tensor cores, where these multiply.
  std::optional<ElementType> part = std::nullopt;
  bool promised = false; ///< `threads`, by the user
};

using Plan = std::variant<Direct, Parts, Fma, FmaMenu, Wmma, Mma, Wgmma, Im2col, Packed, PackedFma,
                          Gathered, GatheredTensor, Resident>;

/// A share of the sum in FP64: of the steps of k, or of the warps.
struct Fp64Share {
  int fp64, of;
  bool ofWarps;
};

/// How a contraction will run: what passes decide and code generation prints.
struct Schedule {
  Contract numerics;
  const Architecture *architecture = nullptr;
  Plan plan = Direct{};

  /// Multiplications of a launch, m * n * k, below which this schedule leaves it to the next one.
  std::optional<int64_t> leastProducts;
  /// Of a menu from which tiles were left out: how many may stay.
  std::optional<int> mostTiles;
  /// What runs where sizes, alignment or the device keep this schedule from it; null: the original.
  std::shared_ptr<const Schedule> otherwise;

  // Who knows the family asks for its plan.
  template <typename Family>
  bool is() const {
    return std::holds_alternative<Family>(plan);
  }
  template <typename Family>
  const Family &as() const {
    return std::get<Family>(plan);
  }
  template <typename Family>
  const Family *find() const {
    return std::get_if<Family>(&plan);
  }
  template <typename Family>
  Family *find() {
    return std::get_if<Family>(&plan);
  }

  // What several families have; null or empty where this one does not.
  /// Of Fma, FmaMenu and Wmma.
  const Staging *staging() const;
  Staging *staging();
  /// The tiles of an FmaMenu.
  const std::vector<FmaTile> &menu() const;
  /// The group of an FmaMenu.
  const Group *group() const;
  /// Of Parts and Wgmma.
  std::optional<Split> split() const;
  int residueWorkspace() const;
  /// Of Direct and Fma.
  std::optional<Fp64Share> fp64Share() const;

  /// What a device must have for this schedule to go before those for older architectures; 0
  /// where there are none behind it.
  int leastCapability() const;
  /// Some of the sum is in FP64, and the rest is not.
  bool mixesFp64() const;
  /// A launch may group the steps of sums as suits its sizes: in slices of k, say.
  bool mayRegroup() const { return numerics != Numerics::BitExact && !numerics.invariant; }
  /// No pass has chosen a plan.
  bool isUnplanned() const;
  /// Threads of a block that compute; the block has one tile.
  int computeThreads() const;
  /// All of them.
  int threads() const;
  /// `tile<128;128;16;8;8>,pipeline<stages=3>`: every pass with the parameters that took effect.
  /// Alternatives for several architectures begin with their names: `sm_90a:auto|sm_80:tile`.
  std::string str() const;
  /// Of it, what the schedule or an alternative took without having been asked for it; else empty.
  std::string addedTileText() const;
};

} // namespace warpsmith
