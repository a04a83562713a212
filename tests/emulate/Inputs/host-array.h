// An array on the host, for drivers: std::vector takes a third of a small test's parse, and its
// functions have to be compiled with checks in every test.
#pragma once
#include <cstdlib>
#include <initializer_list> // for programs that go over one

/// What a driver does to all elements is done without the checks of each access: most time of a
/// small test would be theirs.
#define UNCHECKED __attribute__((no_sanitize("thread", "address", "alignment", "bounds")))

template <typename Element>
struct HostArray {
  Element *elements;
  size_t count;

  explicit HostArray(size_t length)
      : elements(static_cast<Element *>(std::malloc(length * sizeof(Element)))),
        count(length) {}
  HostArray(const HostArray &) = delete;
  HostArray &operator=(const HostArray &) = delete;
  ~HostArray() { std::free(elements); }

  Element &operator[](size_t index) const { return elements[index]; }

  /// A copy on the device, the first element so far behind the beginning of its memory.
  Element *upload(size_t offset = 0) const {
    Element *device = nullptr;
    // The host of a program may change elements.
    cudaMallocManaged(&device, (count + offset) * sizeof(Element));
    cudaMemcpy(device + offset, elements, count * sizeof(Element), cudaMemcpyHostToDevice);
    return device + offset;
  }

  void download(const Element *device) {
    cudaMemcpy(elements, device, count * sizeof(Element), cudaMemcpyDeviceToHost);
  }
};
