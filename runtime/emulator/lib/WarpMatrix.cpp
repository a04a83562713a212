// Matrices in the registers of a warp: PTX ISA, "Warp Level Matrix Instructions".
#include "runtime/emulator/include/warpsmith_emulator/cluster.h"
#include "runtime/emulator/include/warpsmith_emulator/warp_matrix.h"
#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/MatrixArithmetic.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace warpsmith::emulator {
namespace {

constexpr int Lanes = 32, RowBytes = 16;
constexpr uint32_t AllLanes = 0xffffffff;

[[noreturn]] void refuse(const char *kind, const std::string &message, const Location &where) {
  current->block->fail(*current, errorAt(*current, kind, message, spell(where)));
}

template <typename Value>
Value valueAt(const void *address) {
  Value value;
  std::memcpy(&value, address, sizeof value);
  return value;
}

/// A lane's part in an operation, and whether all have come with the same.
template <typename Operands>
struct Share {
  const Operands *operands;
  bool agreed = true;
};

/// Of the addends and results: two neighbours of row lane / 4, and of the row eight below.
int resultRow(int lane, int index) {
  return lane / 4 + index / 2 * 8;
}
int resultColumn(int lane, int index) {
  return lane % 4 * 2 + index % 2;
}

/// Register i of A holds 32 bits of row lane / 4 or, if i is odd, the row eight below; the next two
/// are 16 bytes further along K. Those of B lie likewise in column lane / 4, one after the other.
void multiplyNarrow(const WarpProduct *const (&lanes)[Lanes]) {
  static MatrixOperand a, b;
  const WarpProduct &shape = *lanes[0];
  const int bytes = elementBytes(shape.a), perRegister = 4 / bytes;
  const uint32_t mask = bytes == 2 ? 0xffff : 0xffffffff;
  a.stride = shape.k;
  b.stride = shape.n;
  a.special = b.special = false;
  uint32_t sums[16 * 8];
  const int registersOfA = shape.m * shape.k * bytes / (4 * Lanes);
  const int registersOfB = shape.n * shape.k * bytes / (4 * Lanes);
  for (int lane = 0; lane < Lanes; ++lane) {
    const WarpProduct &own = *lanes[lane];
    const auto set = [&](MatrixOperand &operand, int outer, int k, MatrixType type, uint32_t bits) {
      for (int j = 0; j < perRegister; ++j) {
        const uint32_t part = (bits >> (8 * bytes % 32 * j)) & mask;
        operand.set(&operand == &a ? outer : k + j, &operand == &a ? k + j : outer, type, part);
      }
    };
    for (int i = 0; i < registersOfA; ++i)
      set(a, lane / 4 + i % 2 * 8, lane % 4 * perRegister + i / 2 * RowBytes / bytes, shape.a,
          valueAt<uint32_t>(own.aValues[i]));
    for (int i = 0; i < registersOfB; ++i)
      set(b, lane / 4, lane % 4 * perRegister + i * RowBytes / bytes, shape.b,
          valueAt<uint32_t>(own.bValues[i]));
    for (int i = 0; i < 4; ++i)
      sums[resultRow(lane, i) * 8 + resultColumn(lane, i)] = valueAt<uint32_t>(own.addends[i]);
  }
  multiplyAccumulate(a, b, sums, shape.m, shape.n, shape.k, shape.a, shape.b,
                     tensorCoreModel(shape.k));
  for (int lane = 0; lane < Lanes; ++lane)
    for (int i = 0; i < 4; ++i)
      std::memcpy(lanes[lane]->results[i], &sums[resultRow(lane, i) * 8 + resultColumn(lane, i)],
                  sizeof(uint32_t));
}

/// Doubles: a chain of FMAs, k ascending.
void multiplyDoubles(const WarpProduct *const (&lanes)[Lanes]) {
  const WarpProduct &shape = *lanes[0];
  const int rows = shape.m / 8;
  double a[16][16], b[16][8], sums[16][8];
  for (int lane = 0; lane < Lanes; ++lane) {
    const WarpProduct &own = *lanes[lane];
    for (int i = 0; i < rows * shape.k / 4; ++i)
      a[lane / 4 + i % rows * 8][lane % 4 + i / rows * 4] = valueAt<double>(own.aValues[i]);
    for (int i = 0; i < shape.k / 4; ++i)
      b[lane % 4 + i * 4][lane / 4] = valueAt<double>(own.bValues[i]);
    for (int i = 0; i < 2 * rows; ++i)
      sums[resultRow(lane, i)][resultColumn(lane, i)] = valueAt<double>(own.addends[i]);
  }
  for (int row = 0; row < shape.m; ++row)
    for (int column = 0; column < shape.n; ++column)
      for (int k = 0; k < shape.k; ++k)
        sums[row][column] = std::fma(a[row][k], b[k][column], sums[row][column]);
  for (int lane = 0; lane < Lanes; ++lane)
    for (int i = 0; i < 2 * rows; ++i)
      std::memcpy(lanes[lane]->results[i], &sums[resultRow(lane, i)][resultColumn(lane, i)],
                  sizeof(double));
}

void multiplyTogether(void *, void *const values[Lanes]) {
  const WarpProduct *lanes[Lanes];
  bool agreed = true;
  for (int lane = 0; lane < Lanes; ++lane) {
    const auto *share = static_cast<const Share<WarpProduct> *>(values[lane]);
    lanes[lane] = share ? share->operands : nullptr;
    agreed = agreed && lanes[lane] && lanes[0] && lanes[lane]->sameShape(*lanes[0]);
  }
  for (int lane = 0; lane < Lanes; ++lane)
    if (values[lane])
      static_cast<Share<WarpProduct> *>(values[lane])->agreed = agreed;
  if (!agreed)
    return;
  if (lanes[0]->a == MatrixType::f64)
    multiplyDoubles(lanes);
  else
    multiplyNarrow(lanes);
}

/// A lane's matrices: the row that it has the address of, and its registers.
struct Matrices {
  int count;
  bool transposed, load;
  uint16_t row[8];
  uint32_t values[4];
};

void exchange(void *, void *const values[Lanes]) {
  Matrices *lanes[Lanes];
  bool agreed = true;
  for (int lane = 0; lane < Lanes; ++lane) {
    const auto *share = static_cast<const Share<Matrices> *>(values[lane]);
    lanes[lane] = share ? const_cast<Matrices *>(share->operands) : nullptr;
    agreed = agreed && lanes[lane] && lanes[0] && lanes[lane]->count == lanes[0]->count &&
             lanes[lane]->transposed == lanes[0]->transposed;
  }
  for (int lane = 0; lane < Lanes; ++lane)
    if (values[lane])
      static_cast<Share<Matrices> *>(values[lane])->agreed = agreed;
  if (!agreed)
    return;
  for (int lane = 0; lane < Lanes; ++lane)
    for (int matrix = 0; matrix < lanes[0]->count; ++matrix)
      for (int half = 0; half < 2; ++half) {
        int row = lane / 4, column = lane % 4 * 2 + half;
        if (lanes[0]->transposed)
          std::swap(row, column);
        uint16_t &element = lanes[matrix * 8 + row]->row[column];
        uint32_t &value = lanes[lane]->values[matrix];
        if (lanes[0]->load)
          value = half ? value | static_cast<uint32_t>(element) << 16 : element;
        else
          element = static_cast<uint16_t>(value >> (16 * half));
      }
}

void exchangeRows(Matrices &matrices, const char *name, const Location &where) {
  Share<Matrices> share{&matrices};
  combineWarp(AllLanes, &share, sizeof share, exchange, nullptr, where, false);
  if (!share.agreed)
    refuse("warp", std::string(name) + ": not all lanes of the warp are here with the same", where);
}

bool ownsRow(int count) {
  return current->lane() < 8 * count;
}

void requireCapability(int least, const char *name, const Location &where) {
  if (computeCapability() < least)
    refuse("device",
           std::string(name) + ": an instruction of sm_" + std::to_string(least) + " and later",
           where);
}

} // namespace

void multiplyWarp(const WarpProduct &product, Location where) {
  const bool large = product.a == MatrixType::f64 && product.m == 16;
  requireCapability(large ? 90 : 80, "mma", where);
  const int bytes = product.a == MatrixType::f64 ? 8 : 4;
  const auto read = [&](void *const *registers, int elements, int elementSize) {
    accessRegisters(registers, elements * elementSize / (Lanes * bytes), bytes, false, where);
  };
  read(product.aValues, product.m * product.k, elementBytes(product.a));
  read(product.bValues, product.n * product.k, elementBytes(product.b));
  read(product.addends, product.m * product.n, bytes);
  accessRegisters(product.results, product.m * product.n / Lanes, bytes, true, where);
  Share<WarpProduct> share{&product};
  combineWarp(AllLanes, &share, sizeof share, multiplyTogether, nullptr, where, false);
  if (!share.agreed)
    refuse("warp", "mma: not all lanes of the warp are here with the same shape", where);
}

void loadMatrices(void *const *registers, int count, bool transposed, uint32_t address,
                  Location where) {
  requireCapability(75, "ldmatrix", where);
  Matrices matrices{count, transposed, true, {}, {}};
  if (ownsRow(count))
    readShared(address, matrices.row, RowBytes, where);
  exchangeRows(matrices, "ldmatrix", where);
  accessRegisters(registers, count, sizeof(uint32_t), true, where);
  for (int i = 0; i < count; ++i)
    std::memcpy(registers[i], &matrices.values[i], sizeof(uint32_t));
}

void storeMatrices(void *const *registers, int count, bool transposed, uint32_t address,
                   Location where) {
  requireCapability(90, "stmatrix", where);
  Matrices matrices{count, transposed, false, {}, {}};
  accessRegisters(registers, count, sizeof(uint32_t), false, where);
  for (int i = 0; i < count; ++i)
    matrices.values[i] = valueAt<uint32_t>(registers[i]);
  exchangeRows(matrices, "stmatrix", where);
  if (ownsRow(count))
    writeShared(address, matrices.row, RowBytes, where);
}

} // namespace warpsmith::emulator
