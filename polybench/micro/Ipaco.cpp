#include "polybench/micro/Ipaco.h"
#include "polybench/micro/Experiments.h"
#include "runtime/harness/core/Sizes.h"
#include <algorithm>
#include <cmath>
#include <optional>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith::harness;
using Json = nlohmann::ordered_json;
using Parameters = IpacoFigure::Parameters;

constexpr char OneElement[] = "tile<32;32;32;1;1>";

std::vector<IpacoFigure> makeFigures() {
  std::vector<IpacoFigure> all;
  // Speed over FP32 alone, from the points of their plot (plot_data.csv); one FP64 multiplication
  // of n. Of n from 7 to 32 the mean is 1.007 with a standard deviation of 0.053.
  const std::pair<const char *, double> streams[] = {
      {"1", 0.50}, {"2", 0.65}, {"7", 0.960}, {"8", 0.972}};
  for (const char *form : {"multiply", "fma"})
    for (const auto &[n, speed] : streams)
      all.push_back(
          {"fp64-stream",
           {{"form", form}, {"d", "1"}, {"n", n}, {"chains", "independent"}, {"warps", "16"}},
           {{"form", form}, {"d", "0"}, {"n", "1"}, {"warps", "16"}},
           "",
           0,
           0,
           speed});
  // Their text; the figure that they committed shows 10.1 ms at 1 and 8.8 ms at 2 and 3.
  all.push_back({"fp64-warps",
                 {{"d", "1"}, {"n", "8"}, {"chains", "8"}},
                 {{"d", "0"}, {"n", "8"}, {"chains", "8"}},
                 "",
                 8.81,
                 11.45,
                 0});
  const std::pair<const char *, double> shares[] = {
      {"1/32", 4.84}, {"2/32", 4.83}, {"4/32", 4.63}, {"8/32", 4.55}, {"16/32", 4.89}};
  // The same without shared memory, in both forms of the step.
  for (const char *form : {"float-product", "fma"})
    for (const auto &[share, time] : shares)
      all.push_back({"fp64-stream",
                     {{"form", form},
                      {"d", std::string(share).substr(0, std::string(share).find('/'))},
                      {"n", "32"},
                      {"chains", "independent"},
                      {"warps", "16"}},
                     {{"form", "fma"}, {"d", "0"}, {"n", "1"}, {"warps", "16"}},
                     "",
                     time,
                     4.88,
                     0});
  for (const char *step : {"float-products", "dfma"})
    for (const auto &[share, time] : shares)
      all.push_back({"matmul-fp64-share",
                     {{"tile", OneElement}, {"step", step}, {"fp64", share}},
                     {{"tile", OneElement}, {"fp64", "0/32"}},
                     "",
                     time,
                     4.88,
                     0});
  const std::pair<const char *, double> warps[] = {{"1/8", 5.07}, {"2/8", 5.04}, {"3/8", 5.07}};
  for (const auto &[share, time] : warps)
    all.push_back({"matmul-fp64-warps",
                   {{"tile", OneElement}, {"fp64 warps", share}},
                   {{"tile", OneElement}, {"fp64 warps", "0/8"}},
                   "",
                   time,
                   4.82,
                   0});
  all.push_back({"matmul-stages",
                 {{"tile", OneElement}, {"stages", "2"}},
                 {{"tile", OneElement}, {"stages", "1"}},
                 "1024",
                 14.19,
                 12.25,
                 0});
  struct Pair {
    const char *size;
    double base, time;
  };
  for (const Pair &pair : {Pair{"32", 0.041, 0.055}, Pair{"128", 0.047, 0.085},
                           Pair{"1024", 0.792, 1.733}, Pair{"2048", 5.475, 12.146}})
    all.push_back({"matmul-copy-warps",
                   {{"warps", "1+1"}, {"stages", "1"}},
                   {{"warps", "0+1"}, {"stages", "1"}},
                   pair.size,
                   pair.time,
                   pair.base,
                   0});
  for (const Pair &pair : {Pair{"32", 0.027, 0.009}, Pair{"128", 0.028, 0.013},
                           Pair{"1024", 1.123, 0.694}, Pair{"2048", 7.226, 5.373}})
    all.push_back({"matmul-wmma",
                   {{"units", "WMMA, FP16"}},
                   {{"units", "FP32, as written"}},
                   pair.size,
                   pair.time,
                   pair.base,
                   0});
  return all;
}

bool matches(const Json &row, const IpacoFigure &figure, const Parameters &wanted) {
  if (row.value("experiment", "") != figure.experiment || row.value("real_time", 0.0) <= 0)
    return false;
  for (const auto &[name, value] : wanted)
    if (row.at("parameters").value(name, "") != value)
      return false;
  return true;
}

/// What is compared: of products their time, of kernels of our own the cycles of a step. An FP64
/// step of the form float-product is three instructions.
double cost(const Json &row) {
  if (!row.contains("instructions"))
    return row.at("real_time").get<double>();
  const Json &instructions = row.at("instructions");
  double steps = -2 * instructions.value("DADD", 0.0);
  for (const auto &[mnemonic, number] : instructions.items())
    steps += number.get<double>();
  return row.at("cycles").get<double>() / steps;
}

const Json *findRow(const Json &document, const IpacoFigure &figure, const Parameters &wanted,
                    const std::string &size) {
  for (const Json &row : document.at("benchmarks"))
    if (matches(row, figure, wanted) && row.value("size", "-") == size)
      return &row;
  return nullptr;
}

std::string settingOf(const Parameters &parameters) {
  std::string text;
  for (const auto &[name, value] : parameters)
    text.append(text.empty() ? "" : " ").append(name).append("=").append(value);
  return text;
}

std::string milliseconds(double value) {
  return value > 0 ? significant(value, 4) + " ms" : "";
}

} // namespace

const std::vector<IpacoFigure> &ipacoFigures() {
  static const std::vector<IpacoFigure> All = makeFigures();
  return All;
}

std::string ipacoMethod(const std::string &experiment) {
  // Nothing of theirs was verified, and no launch came before the one that was timed.
  const std::string times = "They timed a cold process by its CPU time (clock())";
  if (experiment == "fp64-stream")
    return times + ", ten times, and verified nothing. Their products started from 0, and they "
                   "read the factors from shared memory. Ours multiply registers, in FP64 by "
                   "DFMA. Their figures for d of 32 come from their matrix multiplication (see "
                   "matmul-fp64-share); ours beside them use no memory. The form float-product is "
                   "their step (FMUL, conversion, DADD), and fma is DFMA.";
  if (experiment == "fp64-warps")
    return times + ", ten times, and verified nothing. The FP64 branch of the file that they "
                   "committed is commented out. Ours has 8 independent chains per warp.";
  if (experiment == "matmul-fp64-share" || experiment == "matmul-fp64-warps")
    return times + ", once, on an A100, and verified nothing. They do not give the size. Their "
                   "FP64 step was FMUL, a conversion and DADD, which is float-products here; dfma "
                   "converts the operands. They did not record whether their 0 was unrolled as "
                   "the others were.";
  if (experiment == "matmul-stages")
    return times + ", once, with the copies from and to the host, and verified nothing. Their "
                   "pipelined kernel has a debug printf.";
  if (experiment == "matmul-copy-warps")
    return times + ", once, and verified nothing. Their consumer warp added to C in global memory "
                   "at every k-tile, and their operands were cut to integers. Their base is "
                   "another program; ours is the same tile without the producer warp.";
  if (experiment == "matmul-wmma")
    return "They timed the first launch by events and verified nothing. They read A as if it were "
           "transposed, and four warps computed each tile of C. Both have FP16 operands on the "
           "tensor cores, and a naive FP32 kernel as the base.";
  return "";
}

std::string ipacoTable(const Json &document, TableStyle style) {
  std::vector<Cells> lines = {
      {"experiment", "setting", "size", "our speed", "theirs", "ours", "base", "theirs", "base"}};
  std::vector<std::string> experiments;
  for (const IpacoFigure &figure : ipacoFigures()) {
    for (const Json &row : document.at("benchmarks")) {
      const std::string size = row.value("size", "-");
      if (!matches(row, figure, figure.ours) || (!figure.size.empty() && size != figure.size))
        continue;
      const Json *base = findRow(document, figure, figure.base, size);
      if (!base)
        continue;
      const double theirs =
          figure.speed > 0 ? figure.speed : figure.baseMilliseconds / figure.milliseconds;
      const bool isMatmul = !row.contains("instructions");
      const auto time = [&](const Json &one) {
        return isMatmul ? milliseconds(one.at("real_time").get<double>() * 1e-3) : "";
      };
      lines.push_back({figure.experiment, settingOf(figure.ours), size == "-" ? "" : size,
                       significant(cost(*base) / cost(row), 3) + "x", significant(theirs, 3) + "x",
                       time(row), time(*base), milliseconds(figure.milliseconds),
                       milliseconds(figure.baseMilliseconds)});
      if (std::ranges::find(experiments, figure.experiment) == experiments.end())
        experiments.push_back(figure.experiment);
    }
  }
  if (lines.size() == 1)
    return "";
  const bool isMarkdown = style == TableStyle::Markdown;
  std::string text =
      std::string(isMarkdown ? "**Beside IPACO**" : "Beside IPACO") +
      ": speed relative to the same kernel without overlap (more than 1: overlap gains).\n\n" +
      (isMarkdown ? markdownLines(lines, 3) : align(lines, 3)) + "\n";
  for (const std::string &experiment : experiments)
    text += (isMarkdown ? "- `" + experiment + "`: " : experiment + ": ") +
            ipacoMethod(experiment) + "\n";
  return text;
}

} // namespace warpsmith::polybench
