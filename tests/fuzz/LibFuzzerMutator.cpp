// How libFuzzer gets at the mutations of source text.
#include "tests/fuzz/TokenMutator.h"
#include <algorithm>
#include <cstdint>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);

namespace {

llvm::StringRef asText(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

size_t store(const std::string &text, uint8_t *data, size_t limit) {
  const size_t size = std::min(text.size(), limit);
  std::copy_n(text.data(), size, data);
  return size;
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t limit, unsigned seed) {
  warpsmith::fuzz::Random random(seed);
  if (size == 0 || random() % 16 == 0)
    return LLVMFuzzerMutate(data, size, limit);
  return store(warpsmith::fuzz::mutate(asText(data, size), random), data, limit);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t oneSize,
                                            const uint8_t *other, size_t otherSize, uint8_t *out,
                                            size_t limit, unsigned seed) {
  warpsmith::fuzz::Random random(seed);
  return store(warpsmith::fuzz::splice(asText(one, oneSize), asText(other, otherSize), random), out,
               limit);
}
