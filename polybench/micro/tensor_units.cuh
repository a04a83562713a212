// The tensor cores' instructions: one product of tiles that are all ones, added to sums of a warp.
//
// PTX ISA "mma.sync" and "wgmma.mma_async". Each product adds its depth to every sum, so the layout
// of the fragments does not matter.
#pragma once

#include "polybench/micro/points.cuh"
#include "warpsmith/device/wgmma.h"
#include "warpsmith/device/wgmma_instructions.h"

namespace warpsmith::micro {

// The architecture that is compiled for; the host's side cannot ask __CUDA_ARCH__.
#if defined(__CUDA_ARCH_LIST__) && __CUDA_ARCH_LIST__ < 900
constexpr bool IsHopper = false;
#else
constexpr bool IsHopper = true;
#endif

/// A lane's part of two tiles of ones. Each register has its own, as when they are loaded: of one
/// value the compiler would make copies before every product.
template <typename Register>
struct Fragments {
  Register a[4], b[2];

  __device__ __forceinline__ Fragments(Register one, Register zero) {
#pragma unroll
    for (int index = 0; index < 6; ++index)
      (index < 4 ? a[index] : b[index - 4]) = one + Register(index) * zero;
  }
};

/// FP64: m16n8k8 on sm_90, two instructions of m8n8k4 on sm_80.
struct Dmma {
  static constexpr const char *Name = "dmma", *Type = "Dmma", *Mnemonic = "DMMA";
  static constexpr int Depth = IsHopper ? 8 : 4, Instructions = IsHopper ? 1 : 2;
  static constexpr double Flops = IsHopper ? 2.0 * 16 * 8 * 8 : 2.0 * 8 * 8 * 4;
  static constexpr double Limit = 0x1p50;
  using Ones = Fragments<double>;
  double sums[4];

  static __device__ __forceinline__ Ones ones(const Arguments &x) { return {x.one, x.wideZero}; }
  __device__ __forceinline__ void multiply(const Ones &x) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+d"(sums[0]), "+d"(sums[1]), "+d"(sums[2]), "+d"(sums[3])
                 : "d"(x.a[0]), "d"(x.a[1]), "d"(x.a[2]), "d"(x.a[3]), "d"(x.b[0]), "d"(x.b[1]));
#else
    for (int half = 0; half < 2; ++half)
      asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                   : "+d"(sums[2 * half]), "+d"(sums[2 * half + 1])
                   : "d"(x.a[half]), "d"(x.b[0]));
#endif
  }
};

/// FP16 with FP32 sums, m16n8k16.
struct Hmma {
  static constexpr const char *Name = "hmma", *Type = "Hmma", *Mnemonic = "HMMA";
  static constexpr int Depth = 16, Instructions = 1;
  static constexpr double Flops = 2.0 * 16 * 8 * 16, Limit = ExactTensor;
  using Ones = Fragments<unsigned>;
  float sums[4];

  static __device__ __forceinline__ Ones ones(const Arguments &x) { return {x.halves, x.zero}; }
  __device__ __forceinline__ void multiply(const Ones &x) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(x.a[0]), "r"(x.a[1]), "r"(x.a[2]), "r"(x.a[3]), "r"(x.b[0]), "r"(x.b[1]));
  }
};

/// TF32, m16n8k8.
struct Tf32 {
  static constexpr const char *Name = "tf32", *Type = "Tf32", *Mnemonic = "HMMA";
  static constexpr int Depth = 8, Instructions = 1;
  static constexpr double Flops = 2.0 * 16 * 8 * 8, Limit = ExactTensor;
  using Ones = Fragments<unsigned>;
  float sums[4];

  static __device__ __forceinline__ Ones ones(const Arguments &x) { return {x.single, x.zero}; }
  __device__ __forceinline__ void multiply(const Ones &x) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(x.a[0]), "r"(x.a[1]), "r"(x.a[2]), "r"(x.a[3]), "r"(x.b[0]), "r"(x.b[1]));
  }
};

/// INT8 with 32-bit sums, m16n8k32.
struct Imma {
  static constexpr const char *Name = "imma", *Type = "Imma", *Mnemonic = "IMMA";
  static constexpr int Depth = 32, Instructions = 1;
  static constexpr double Flops = 2.0 * 16 * 8 * 32, Limit = 0x1p30;
  using Ones = Fragments<unsigned>;
  int sums[4];

  static __device__ __forceinline__ Ones ones(const Arguments &x) { return {x.bytes, x.zero}; }
  __device__ __forceinline__ void multiply(const Ones &x) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
                 : "r"(x.a[0]), "r"(x.a[1]), "r"(x.a[2]), "r"(x.a[3]), "r"(x.b[0]), "r"(x.b[1]));
  }
};

/// Sums of a warp over so many chains, each a tile.
template <typename Unit, int Count>
struct UnitChains {
  Unit units[Count];

  static constexpr int Sums = sizeof(Unit::sums) / sizeof(*Unit::sums) * Count;

  __device__ __forceinline__ UnitChains() {
#pragma unroll
    for (int index = 0; index < Sums; ++index)
      units[index / (Sums / Count)].sums[index % (Sums / Count)] = index + 1;
  }
  __device__ __forceinline__ void multiply(int step, const typename Unit::Ones &ones) {
    units[step % Count].multiply(ones);
  }
  __device__ __forceinline__ double total() const {
    double sum = 0;
#pragma unroll
    for (int index = 0; index < Sums; ++index)
      sum += units[index / (Sums / Count)].sums[index % (Sums / Count)];
    return sum;
  }
};

/// What a unit's points say of it.
struct UnitFacts {
  const char *name, *type, *mnemonic;
  int depth, instructions, sums; // sums of a lane for a product
  double flops, limit;
};
template <typename Unit>
constexpr UnitFacts factsOf() {
  return {Unit::Name,         Unit::Type, Unit::Mnemonic, Unit::Depth,
          Unit::Instructions, 4,          Unit::Flops,    Unit::Limit};
}

constexpr int WgmmaColumns = 128, WgmmaRows = 64, WgmmaDepth = 16;
/// Steps of k of the tiles in shared memory: four products.
constexpr int WgmmaTileDepth = 64, WgmmaProducts = WgmmaTileDepth / WgmmaDepth;
constexpr double WgmmaFlops = 2.0 * WgmmaRows * WgmmaColumns * WgmmaDepth / 4; // of each warp

/// The tiles of a block: rows of 128 bytes along k, swizzled; all ones. Each product takes 32 bytes
/// of a row.
struct WgmmaTiles {
  static constexpr int RowWords = 32, ProductWords = RowWords / WgmmaProducts;
  unsigned words[(WgmmaRows + WgmmaColumns) * RowWords];

  /// With words that hold ones.
  __device__ __forceinline__ void fill(unsigned ones) {
    for (int index = threadIdx.x; index < int(sizeof(words) / sizeof(*words)); index += blockDim.x)
      words[index] = ones;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // before wgmma reads them
  }
  /// The descriptors of a product's steps of k.
  __device__ __forceinline__ unsigned long long left(int product) const {
    return tileDescriptor(words + product * ProductWords, 16, 1024, Swizzle::Bytes128);
  }
  __device__ __forceinline__ unsigned long long right(int product) const {
    return tileDescriptor(words + WgmmaRows * RowWords + product * ProductWords, 16, 1024,
                          Swizzle::Bytes128);
  }
};

/// A warpgroup's sums, 64 x 128 elements, of an instruction for so many steps of k.
template <typename Number, typename Instruction, int StepsOfProduct>
struct WarpgroupSums {
  static constexpr bool IsInteger = StepsOfProduct > WgmmaDepth; // of 8 bits
  static constexpr const char *Mnemonic = IsInteger ? "IGMMA" : "HGMMA";
  static constexpr int Count = WgmmaRows * WgmmaColumns / (4 * WarpSize); // of a thread
  static constexpr int TileDepth = WgmmaProducts * StepsOfProduct;
  static constexpr double Flops = WgmmaFlops * StepsOfProduct / WgmmaDepth;
  static constexpr double Limit = IsInteger ? 0x1p30 : ExactTensor;
  Number sums[Count];

  __device__ __forceinline__ WarpgroupSums() {
#pragma unroll
    for (int index = 0; index < Count; ++index)
      sums[index] = index + 1;
  }
  /// Starts the products of a tile, as one group.
  __device__ __forceinline__ void start(const WgmmaTiles &tiles) {
    beginProducts();
#pragma unroll
    for (int product = 0; product < WgmmaProducts; ++product)
      Instruction::multiply(sums, tiles.left(product), tiles.right(product), 1);
    commitProducts();
  }
  __device__ __forceinline__ double total() const {
    double sum = 0;
#pragma unroll
    for (int index = 0; index < Count; ++index)
      sum += sums[index];
    return sum;
  }
};
struct WgmmaSums : WarpgroupSums<float, WgmmaF16, WgmmaDepth> {};
struct WgmmaIntegerSums : WarpgroupSums<unsigned, WgmmaS8S8, 2 * WgmmaDepth> {};

} // namespace warpsmith::micro
