/// How a contraction will run: what passes decide and code generation prints. Plain values.
#pragma once

#include "rewriter/arch/Architecture.h"
#include "rewriter/ir/Contraction.h"
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

/// What the user allows a rewrite to change in the result. Each level includes those above it.
enum class Numerics {
  BitExact, ///< every bit is the original's, compiled with the same flags; of a NaN, that it is one
  Fp32,     ///< reassociation; error against FP64 no worse than sequential FP32's
  Tf32,     ///< operands rounded to TF32
  Fp16,     ///< operands rounded to FP16
  Bf16      ///< operands rounded to BF16
};
std::string_view name(Numerics numerics);
std::optional<Numerics> findNumerics(std::string_view name);

/// Elements of C that a block or a thread computes, and the depth of a k-tile.
struct BlockTile {
  int m, n, k;
};
struct ThreadTile {
  int m, n;
};

/// How operands reach the arithmetic units.
enum class CopyRoute {
  Direct,       ///< straight from global memory, no tiles
  Registers,    ///< global memory -> registers -> shared memory, one k-tile ahead
  Asynchronous, ///< cp.async into a ring of stages
  CopyWarps     ///< warps of their own fill a ring of stages, mbarriers between them and the others
};

/// fp64 of every `period` steps of k accumulate in FP64.
struct Interleave {
  int fp64 = 0, period = 0;
  /// Their products are FP32's, converted before they are added: FMUL, conversion, DADD.
  bool floatProducts = false;
  /// Instead of steps, columns of a tile of the menu: `FmaTile::wide` says which.
  bool columns = false;
};

/// fp64 of every `of` compute warps accumulate in FP64, evenly over the four sub-partitions.
struct Fp64Warps {
  int fp64, of;
};

/// WMMA fragments: each warp computes warpM x warpN elements in fragments of m x n x k.
struct Wmma {
  Numerics operands; ///< Tf32, Fp16 or Bf16
  int warpM, warpN;
  int m = 16, n = 16, k = 16;
};

/// FP32 operands as sums of narrower numbers, whose products the tensor cores compute.
enum class Split {
  /// Two parts of 11 bits, three products. Only for elements of like size, which the user promises
  /// with the word `narrow`.
  Fp16x3,
  Bf16x6, ///< three parts of 8 bits, six products
  /// The former where the data allow it, else the latter: found out at each launch, on the device.
  ByData
};
std::string_view name(Split split);

/// A tile of C that a block computes from k-tiles in a ring of stages.
struct WgmmaTile {
  std::string_view name;
  int columns, steps, stages;
  int cluster;    ///< blocks below each other that share the tiles of B
  int warpgroups; ///< that multiply, 64 rows of the tile each
  int time;       ///< nanoseconds of a k-tile; of split operands a tile's, compared with others'
  bool sliced = false; ///< may be summed in slices of k by the blocks of a cluster

  int rows() const { return 64 * warpgroups; }
  int threads() const { return (warpgroups + 1) * 128; } ///< one warpgroup copies
  /// As tensorize<wgmma> takes it: `bm;bn`, or `bn` alone of the usual two warpgroups.
  std::string size() const {
    return (warpgroups == 2 ? "" : std::to_string(rows()) + ";") + std::to_string(columns);
  }
};

/// WGMMA: warpgroups multiply tiles that another one has TMA bring from memory.
struct Wgmma {
  /// The operands' type on the tensor cores; of 8-bit integers, each operand's own sign counts.
  ElementType part;
  int parts = 1; ///< that an operand is the sum of
  std::vector<WgmmaTile> tiles;
};

/// A tile of C that a block computes with mma.sync, warpM x warpN of it a warp.
struct MmaTile {
  std::string_view name;
  BlockTile block;
  int warpM, warpN, stages;
  int time; ///< of a tile, compared with the other tiles'
};

/// mma.sync of operands of FP64, FP16 or BF16.
struct Mma {
  ElementType part; ///< the operands' type on the tensor cores
  bool bulk; ///< TMA fills the ring of stages, from a warp of its own; else cp.async by all threads
  std::vector<MmaTile> tiles;
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

/// Launches that stand beside each other and do not depend on each other become one.
struct Group {
  std::vector<FmaTile> tiles; ///< those of the menu that it chooses among
};

/// The kernel keeps its name, parameters and launches: in whatever grid it is given, blocks take
/// tiles of C.
struct Resident {
  int threads; ///< that a block has at most
  ThreadTile thread;
  int steps, sharedBytes; ///< of its tiles
  bool promised = false;  ///< `threads`, by the user
};

struct Schedule {
  Numerics numerics = Numerics::BitExact;
  const Architecture *architecture = nullptr;

  std::optional<BlockTile> block;
  ThreadTile thread = {1, 1};
  /// The tiles among which each launch chooses, instead of `block` and `thread`, unless empty.
  std::vector<FmaTile> tiles;
  bool defaultTile = false; ///< the tile's sizes were not given, so a later pass may choose them
  bool addedTile = false;   ///< it is there because a later pass needs one
  CopyRoute route = CopyRoute::Direct;
  int stages = 1;
  int copyWarps = 0;
  std::optional<Interleave> interleave;
  std::optional<Fp64Warps> fp64Warps;
  std::optional<Wmma> wmma;
  std::optional<Split> split;
  std::optional<Wgmma> wgmma; ///< has tiles of its own: `block` is not set
  bool symmetric = false;     ///< with wgmma: one triangle is summed and stored on both sides
  std::optional<Mma> mma;     ///< likewise

  std::optional<Group> group;       ///< with `tiles`
  std::optional<Resident> resident; ///< has tiles of its own, and nothing else is set

  /// Multiplications of a launch, m * n * k, below which this schedule leaves it to the next one.
  std::optional<int64_t> leastProducts;
  /// What runs where sizes, alignment or the device keep this schedule from it; null: the original.
  std::shared_ptr<const Schedule> otherwise;

  /// Threads of a block that compute, and all of them; the block is tiled.
  int computeThreads() const;
  int threads() const { return computeThreads() + 32 * copyWarps; }
  /// `tile<128;128;16;8;8>,pipeline<stages=3>`: every pass with the parameters that took effect.
  std::string str() const;
  /// Of it, what the schedule or an alternative took without having been asked for it; else empty.
  std::string addedTileText() const;
};

} // namespace warpsmith
