#include "rewriter/arch/Architecture.h"
#include <algorithm>

namespace warpsmith {

const std::vector<Architecture> &architectures() {
  constexpr int KiB = 1024;
  // name, capability, fp32, fp64, FP64 tensor, tf32, fp16, FP32 issue interval, shared per block,
  // per SM, threads
  static const std::vector<Architecture> Table = {
      {"sm_70", 70, 128, 64, 0, 0, 1024, 2, 96 * KiB, 96 * KiB, 2048},
      {"sm_75", 75, 128, 4, 0, 0, 1024, 2, 64 * KiB, 64 * KiB, 1024},
      {"sm_80", 80, 128, 64, 128, 1024, 2048, 2, 163 * KiB, 164 * KiB, 2048},
      {"sm_86", 86, 256, 4, 0, 256, 512, 1, 99 * KiB, 100 * KiB, 1536},
      {"sm_89", 89, 256, 4, 0, 256, 512, 1, 99 * KiB, 100 * KiB, 1536},
      {"sm_90", 90, 256, 128, 256, 2048, 4096, 1, 227 * KiB, 228 * KiB, 2048},
      {"sm_90a", 90, 256, 128, 256, 2048, 4096, 1, 227 * KiB, 228 * KiB, 2048},
      {"sm_100", 100, 256, 128, 128, 4096, 8192, 1, 227 * KiB, 228 * KiB, 2048},
      {"sm_120", 120, 256, 4, 0, 256, 512, 1, 99 * KiB, 100 * KiB, 1536},
  };
  return Table;
}

const Architecture *findArchitecture(std::string_view name) {
  const auto &table = architectures();
  auto found = std::find_if(table.begin(), table.end(),
                            [&](const Architecture &row) { return row.name == name; });
  if (found == table.end())
    found = std::find_if(table.begin(), table.end(), [&](const Architecture &row) {
      return std::string(row.name) + "a" == name;
    });
  return found == table.end() ? nullptr : &*found;
}

MixPrediction predictFp64Mix(const Architecture &architecture, int fp64Steps, int period) {
  // Cycles of one sub-partition, which has a quarter of the SM's rate, for warp-wide FMAs of 64
  // operations each.
  const auto pipeCycles = [](double count, int rate) { return count * 64 * SubPartitions / rate; };
  // Both operands of a DFMA were converted from FP32. A register tile of 8 by 8 products amortises
  // 16 conversions over 64 of them. Rate: 16 a clock and SM where FP64 is at full rate, else 2
  // (Programming Guide, type conversions from and to 64-bit types).
  const double conversions = 0.25 * fp64Steps;
  const double conversionRate = architecture.fp64 >= 64 ? 16 : 2;
  const double alone = std::max<double>(period, pipeCycles(period, architecture.fp32));

  const std::pair<double, const char *> limits[] = {
      {period + conversions, "issue slots"},
      {pipeCycles(period - fp64Steps, architecture.fp32), "FP32 pipe"},
      {pipeCycles(fp64Steps, architecture.fp64), "FP64 pipe"},
      {conversions * 32 * SubPartitions / conversionRate, "conversion to FP64"}};
  const auto &worst = *std::max_element(std::begin(limits), std::end(limits));
  return {alone / worst.first, worst.second};
}

} // namespace warpsmith
