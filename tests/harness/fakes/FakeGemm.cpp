// GEMM variants in plain C++ with one planted fault each, built once for every fault. In the
// emulator's worker device memory is the host's, so that no kernel is needed.
#include "polybench/common/polybench_abi.h"
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

enum class Fault {
  None,
  OtherOrder,       // sums from the last product to the first: right, but other bits
  LastElement,      // one wrong element, the last
  OneUlp,           // one element one unit in the last place off
  NotANumber,       // one NaN
  NoBeta,           // the addend is dropped
  SwappedOperands,  // B * A where shapes allow it
  DroppedStep,      // the last product is missing
  Nothing,          // computes nothing at all
  WritesBehind,     // one element behind the output
  WritesBefore,     // one element before it
  OverwritesInput,  // changes A
  ReadsBehind,      // uses what lies behind A
  Nondeterministic, // every run differs a little
  Crash,            // a segmentation fault
  Exit,             // ends the process with status 0
  Hang,             // never returns
  Chatty,           // right, but writes to standard output
  Refuses,          // returns an error
  BadArguments,     // takes itself for another benchmark
  CrashesLater,     // the fourth run in one process crashes
  Waits, // right, but hangs once for each file N that the folder FAKE_WAITS has, at ni = N
};

constexpr Fault Planted = Fault::FAULT;

struct Problem {
  int ni, nj, nk;
  float alpha, beta;
  float *a, *b, *c;
};

float element(const Problem &p, int i, int j) {
  const int steps = Planted == Fault::DroppedStep ? p.nk - 1 : p.nk;
  float sum = Planted == Fault::NoBeta ? 0 : p.c[i * p.nj + j] * p.beta;
  for (int step = 0; step < steps; ++step) {
    const int k = Planted == Fault::OtherOrder ? steps - 1 - step : step;
    const bool swapped = Planted == Fault::SwappedOperands && p.ni == p.nj && p.nj == p.nk;
    const float left = swapped ? p.b[i * p.nj + k] : p.a[i * p.nk + k];
    const float right = swapped ? p.a[k * p.nk + j] : p.b[k * p.nj + j];
    sum = std::fma(p.alpha * left, right, sum);
  }
  return sum;
}

void compute(const Problem &p) {
  std::vector<float> result;
  for (int i = 0; i < p.ni; ++i) {
    for (int j = 0; j < p.nj; ++j)
      result.push_back(element(p, i, j));
  }
  std::memcpy(p.c, result.data(), result.size() * sizeof(float));
}

/// The file becomes N.waiting, so that a test knows, and the next run does not wait.
void waitOnce(int size) {
  const char *folder = std::getenv("FAKE_WAITS");
  if (!folder)
    return;
  const std::string file = std::string(folder) + "/" + std::to_string(size);
  if (std::rename(file.c_str(), (file + ".waiting").c_str()) != 0)
    return;
  while (true)
    pause();
}

void plant(const Problem &p) {
  static int runs = 0;
  ++runs;
  float &last = p.c[p.ni * p.nj - 1];
  switch (Planted) {
  case Fault::LastElement:
    last += 1;
    break;
  case Fault::OneUlp:
    last = std::nextafter(last, 1e30F);
    break;
  case Fault::NotANumber:
    last = std::nanf("");
    break;
  case Fault::WritesBehind:
    (&last)[1] = 1;
    break;
  case Fault::WritesBefore:
    p.c[-1] = 1;
    break;
  case Fault::OverwritesInput:
    p.a[0] = -p.a[0];
    break;
  case Fault::ReadsBehind:
    last = p.a[static_cast<long>(p.ni) * p.nk] > 1 ? std::nextafter(last, 1e30F) : last;
    break;
  case Fault::Nondeterministic:
    last = std::nextafter(last, runs % 2 ? 1e30F : -1e30F);
    break;
  case Fault::Crash:
    std::raise(SIGSEGV);
    break;
  case Fault::CrashesLater:
    if (runs == 4)
      std::raise(SIGSEGV);
    break;
  case Fault::Exit:
    std::_Exit(0);
  case Fault::Hang:
    while (true)
      pause();
  case Fault::Waits:
    waitOnce(p.ni);
    break;
  case Fault::Chatty:
    std::puts("{\"reply\": \"verified\", \"passed\": true}");
    std::fflush(stdout);
    break;
  default:
    break;
  }
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): a C name
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (Planted == Fault::BadArguments || !polybenchAccepts(arguments, 3, 2, 3))
    return POLYBENCH_BAD_ARGUMENTS;
  if (Planted == Fault::Refuses)
    return 1;
  const Problem problem = {arguments->dimensions[0],
                           arguments->dimensions[1],
                           arguments->dimensions[2],
                           static_cast<float>(arguments->scalars[0]),
                           static_cast<float>(arguments->scalars[1]),
                           static_cast<float *>(arguments->buffers[0]),
                           static_cast<float *>(arguments->buffers[1]),
                           static_cast<float *>(arguments->buffers[2])};
  if (Planted != Fault::Nothing)
    compute(problem);
  plant(problem);
  return 0;
}
