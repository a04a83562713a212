// The arithmetic of products by residues (warpsmith/device/residues.h) against exact integers of
// 128 bits: residues of scaled elements, of sums of products, and numbers from their residues, at
// the ends of their ranges and between. And its error on random data against that of sums in FP64.
// RUN: warpsmith-emulate --sanitize %s -o %t.program -- -I%suite/../runtime/include
// RUN: %t.program | FileCheck %s
// CHECK: moduli: right
// CHECK-NEXT: residues of elements: right
// CHECK-NEXT: residues of sums: right
// CHECK-NEXT: numbers from residues of 14 moduli: right
// CHECK-NEXT: numbers from residues of 15 moduli: right
// CHECK-NEXT: numbers from residues of 16 moduli: right
// CHECK-NEXT: scales: right
#include "warpsmith/device/residues.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

using namespace warpsmith;
__extension__ typedef __int128 Wide;

__global__ void residuesOfElements(const long long *numbers, int count, ResidueTables tables,
                                   signed char *residues) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    for (int modulus = 0; modulus < MostModuli; ++modulus) {
      const unsigned long long shifted = (unsigned long long)numbers[i] ^ 1ull << 63;
      residues[i * MostModuli + modulus] = (signed char)residueBits(
          (unsigned)shifted, (unsigned)(shifted >> 32), tables.moduli[modulus]);
    }
}

__global__ void residuesOfSums(const int *sums, int count, signed char *residues) {
  for (int modulus = 0; modulus < MostModuli; ++modulus) {
    const SumReduction reduction = SumReduction::of(modulus);
    for (int i = threadIdx.x; i < count; i += blockDim.x)
      residues[i * MostModuli + modulus] = reduction(sums[i]);
  }
}

__global__ void numbersOfResidues(const signed char *residues, int count, int moduli,
                                  ResidueTables tables, double *numbers) {
  for (int i = 4 * threadIdx.x; i < count; i += 4 * blockDim.x) {
    unsigned words[MostModuli] = {};
    for (int modulus = 0; modulus < moduli; ++modulus)
      for (int byte = 0; byte < 4; ++byte)
        words[modulus] |= (unsigned)(unsigned char)residues[(i + byte) * MostModuli + modulus]
                          << byte * 8;
    double four[4];
    reconstruct(four, words, moduli, tables.reconstructions[moduli - LeastModuli]);
    for (int byte = 0; byte < 4; ++byte)
      numbers[i + byte] = four[byte];
  }
}

__global__ void scales(const double *squares, int count, ResidueTables tables, int *exponents) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    for (int choice = 0; choice < ModuliChoices; ++choice)
      exponents[i * ModuliChoices + choice] =
          scaleExponent(squares[i], tables.reconstructions[choice]);
}

template <typename Element>
Element *onDevice(const std::vector<Element> &values) {
  Element *device;
  cudaMalloc(&device, values.size() * sizeof(Element));
  cudaMemcpy(device, values.data(), values.size() * sizeof(Element), cudaMemcpyHostToDevice);
  return device;
}
template <typename Element>
std::vector<Element> fromDevice(Element *device, size_t count) {
  std::vector<Element> values(count);
  cudaMemcpy(values.data(), device, count * sizeof(Element), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return values;
}

/// Whether a residue is one of the number modulo p, and among the smallest.
static bool isResidue(int residue, Wide number, int p) {
  return (number - residue) % p == 0 && 2 * std::abs(residue) <= p;
}

static void report(const char *what, bool right) {
  std::printf("%s: %s\n", what, right ? "right" : "wrong");
}

int main() {
  std::mt19937_64 random(1);
  bool right = true;
  for (int i = 0; i < MostModuli; ++i) {
    right = right && modulusOf(i) <= 256 && modulusOf(i) > 1;
    for (int j = 0; j < i; ++j)
      right = right && std::gcd(modulusOf(i), modulusOf(j)) == 1;
  }
  report("moduli", right);

  std::vector<long long> elements;
  for (const long long size : {0ll, 1ll, 127ll, 128ll, 129ll, 255ll, 256ll, 1ll << 31, 1ll << 32,
                               (1ll << 53) + 1, (1ll << 62) - 1, 5ll << 60})
    for (const long long sign : {1, -1})
      elements.push_back(sign * size);
  while (elements.size() < 2000)
    elements.push_back((long long)random() >> random() % 63);
  int count = (int)elements.size();
  long long *deviceElements = onDevice(elements);
  signed char *residues = onDevice(std::vector<signed char>(size_t(count) * MostModuli));
  residuesOfElements<<<1, 64>>>(deviceElements, count, residueTables(), residues);
  std::vector<signed char> found = fromDevice(residues, size_t(count) * MostModuli);
  cudaFree(deviceElements);
  right = true;
  for (int i = 0; i < count * MostModuli; ++i)
    right = right && isResidue(found[i], elements[i / MostModuli], modulusOf(i % MostModuli));
  report("residues of elements", right);

  std::vector<int> sums;
  for (const int size : {0, 1, 127, 128, 129, 65535, 65536, 65537, 1 << 30, (1 << 30) - 1})
    for (const int sign : {1, -1})
      sums.push_back(sign * size);
  while (sums.size() < 4000)
    sums.push_back(int(random() % (1ull << 31)) - (1 << 30));
  count = (int)sums.size();
  int *deviceSums = onDevice(sums);
  residues = onDevice(std::vector<signed char>(size_t(count) * MostModuli));
  residuesOfSums<<<1, 64>>>(deviceSums, count, residues);
  found = fromDevice(residues, size_t(count) * MostModuli);
  cudaFree(deviceSums);
  right = true;
  for (int i = 0; i < count * MostModuli; ++i)
    right = right && isResidue(found[i], sums[i / MostModuli], modulusOf(i % MostModuli));
  report("residues of sums", right);

  for (int moduli = LeastModuli; moduli <= MostModuli; ++moduli) {
    Wide product = 1;
    for (int i = 0; i < moduli; ++i)
      product *= modulusOf(i);
    const Wide most = product / 100 * 48;
    std::vector<Wide> numbers = {0, 1, -1, most, -most, most - 1, 1 - most, Wide(1) << 60};
    while (numbers.size() < 500) // of few bits
      numbers.push_back(Wide(int(random() % (1 << 15)) - (1 << 14)) << 94);
    while (numbers.size() < 2000) {
      const Wide any = Wide((uint64_t)random()) << 64 | random();
      numbers.push_back(any % (most >> random() % 100));
    }
    count = (int)numbers.size();
    std::vector<signed char> given(size_t(count) * MostModuli);
    for (int i = 0; i < count; ++i)
      for (int modulus = 0; modulus < moduli; ++modulus) {
        const int p = modulusOf(modulus), rest = int((numbers[i] % p + p) % p);
        given[i * MostModuli + modulus] = (signed char)(rest > p / 2 ? rest - p : rest);
      }
    signed char *deviceGiven = onDevice(given);
    double *deviceNumbers = onDevice(std::vector<double>(count));
    numbersOfResidues<<<1, 64>>>(deviceGiven, count, moduli, residueTables(), deviceNumbers);
    const std::vector<double> results = fromDevice(deviceNumbers, count);
    cudaFree(deviceGiven);
    // Off by a rounding, and by what the low weights lack, far below any sum's own error.
    right = true;
    for (int i = 0; i < count; ++i) {
      const double off = std::fabs((double)((Wide)results[i] - numbers[i]));
      const double size = std::fabs((double)numbers[i]);
      right = right && off <= size * 0x1p-53 + (double)product * 0x1p-80;
      if (i >= 8 && i < 500)
        right = right && off == 0;
    }
    char what[64];
    std::snprintf(what, sizeof what, "numbers from residues of %d moduli", moduli);
    report(what, right);
  }

  // Scaled norms are at most R, and more than half of it.
  std::vector<double> squares = {1, 0.25, 4, LeastSquares, MostSquares};
  while (squares.size() < 500)
    squares.push_back(std::ldexp(1 + double(random() % 1000) / 1000, int(random() % 1500) - 750));
  count = (int)squares.size();
  double *deviceSquares = onDevice(squares);
  int *deviceExponents = onDevice(std::vector<int>(size_t(count) * ModuliChoices));
  scales<<<1, 64>>>(deviceSquares, count, residueTables(), deviceExponents);
  const std::vector<int> exponents = fromDevice(deviceExponents, size_t(count) * ModuliChoices);
  cudaFree(deviceSquares);
  right = true;
  for (int i = 0; i < count * ModuliChoices; ++i) {
    const double most = residueTables().reconstructions[i % ModuliChoices].squares;
    const double scaled = std::ldexp(squares[i / ModuliChoices], 2 * exponents[i]);
    right = right && scaled <= most && 4 * scaled > most;
  }
  report("scales", right);
}
