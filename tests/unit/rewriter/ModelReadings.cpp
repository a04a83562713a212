#include "tests/unit/rewriter/ModelReadings.h"
#include "rewriter/model/KernelModel.h"
#include "tests/unit/rewriter/Fixtures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <fstream>
#include <sstream>

namespace warpsmith::test {
namespace {

using llvm::json::Array;
using llvm::json::Object;

constexpr const char *Results = "polybench/results/";

template <typename T>
T needed(std::optional<T> value, const std::string &what) {
  if (!value)
    llvm::report_fatal_error(llvm::Twine("no ") + what);
  return *value;
}

Object parsed(const std::string &file) {
  auto value = llvm::json::parse(readText(sourceFile(Results + file)));
  if (!value || !value->getAsObject())
    llvm::report_fatal_error(llvm::Twine(file) + " is not a JSON object");
  return std::move(*value->getAsObject());
}

std::string text(const Object &object, llvm::StringRef key) {
  const auto value = object.getString(key);
  return value ? value->str() : "";
}

Mix mixOf(const Object &object) {
  const std::pair<llvm::StringRef, TensorShape> shapes[] = {
      {"dmma-k8", DmmaK8}, {"dmma-k16", DmmaK16}, {"hmma-k16", HmmaK16}, {"tf32-k8", Tf32MmaK8}};
  const std::pair<llvm::StringRef, double Mix::*> amounts[] = {
      {"ffma", &Mix::ffma},
      {"dfma", &Mix::dfma},
      {"ffma_reads", &Mix::ffmaReads},
      {"wide_conversions", &Mix::wideConversions},
      {"shared_bytes", &Mix::sharedBytes}};
  Mix mix;
  for (const auto &[key, value] : object) {
    const llvm::StringRef name = key;
    const double count = needed(value.getAsNumber(), "number of " + name.str());
    bool known = name == "chains";
    if (known) {
      mix.warps = 1;
      mix.ffmaChains = static_cast<int>(count);
    }
    for (const auto &[spelled, member] : amounts)
      if (name == spelled) {
        mix.*member = count;
        known = true;
      }
    for (const auto &[spelled, shape] : shapes)
      if (name == spelled) {
        mix.tensor.push_back({.shape = shape, .count = count});
        known = true;
      }
    if (!known)
      llvm::report_fatal_error(llvm::Twine("unknown instruction '") + name + "'");
  }
  return mix;
}

Mix mixAt(const Array &array, size_t index) {
  return mixOf(*needed(std::optional(array[index].getAsObject()), "mix"));
}

Mix both(const Mix &first, const Mix &second) {
  Mix sum = first;
  sum.ffma += second.ffma;
  sum.dfma += second.dfma;
  sum.tensor.insert(sum.tensor.end(), second.tensor.begin(), second.tensor.end());
  return sum;
}

/// Cycles of the reading's experiment, and how far its parts overlapped: the sum of their times
/// over the time of both.
struct Outcome {
  Mix mix;
  Cycles cycles;
  double overlap = 1;
};

Outcome outcome(const Architecture &architecture, const Object &object) {
  if (const Object *stream = object.getObject("stream")) {
    const Mix mix = mixOf(*stream);
    return {mix, interleaved(architecture, mix)};
  }
  const bool roles = object.getArray("roles");
  const Array &parts = *needed(
      std::optional(roles ? object.getArray("roles") : object.getArray("in_turn")), "parts");
  const Mix first = mixAt(parts, 0), second = mixAt(parts, 1);
  const Cycles alone[] = {interleaved(architecture, first), interleaved(architecture, second)};
  const Cycles together = roles ? byRoles(architecture, first, second) : inTurn(alone[0], alone[1]);
  return {both(first, second), together, (alone[0].count + alone[1].count) / together.count};
}

void predictBestOverlap(const Architecture &architecture, const Object &object, Reading &reading) {
  const std::string of = text(object, "of"), with = text(object, "with");
  reading.predicted = 0;
  for (int64_t count = *object.getInteger("from"); count <= *object.getInteger("to"); ++count) {
    const Mix one = mixOf(Object{{of, 1}}), many = mixOf(Object{{with, count}});
    const Cycles together = interleaved(architecture, both(one, many));
    const double overlap =
        (interleaved(architecture, one).count + interleaved(architecture, many).count) /
        together.count;
    if (overlap > reading.predicted) {
      reading.predicted = overlap;
      reading.limiter = together.limiter;
    }
  }
}

/// The mean speed of one FP64 instruction in n, over FP32 alone.
void predictMean(const Architecture &architecture, const Object &object, Reading &reading) {
  double sum = 0, count = 0;
  for (int64_t n = *object.getInteger("from"); n <= *object.getInteger("to"); ++n, ++count) {
    Mix alone, mixed;
    alone.ffma = static_cast<double>(n);
    mixed.dfma = needed(object.getNumber("fp64"), "fp64");
    mixed.ffma = alone.ffma - mixed.dfma;
    const Cycles cycles = interleaved(architecture, mixed);
    sum += interleaved(architecture, alone).count / cycles.count;
    reading.limiter = cycles.limiter;
  }
  reading.predicted = sum / count;
}

Reading readingOf(const Object &object, const Object *context) {
  Reading reading;
  reading.experiment = text(object, "experiment");
  reading.unit = text(object, "unit");
  reading.gpu = text(object, "gpu");
  reading.check = text(object, "check");
  reading.source = text(object, "source");
  reading.outside = text(object, "outside");
  reading.note = text(object, "note") + text(object, "unsound");
  reading.bound = object.getBoolean("bound").value_or(false);
  reading.spread = object.getNumber("spread").value_or(0);
  if (const Array *range = object.getArray("measured")) {
    reading.low = needed((*range)[0].getAsNumber(), "range");
    reading.high = needed((*range)[1].getAsNumber(), "range");
  } else {
    reading.low = reading.high = needed(object.getNumber("measured"), "measured value");
  }
  const Object &where = context ? *context : object;
  const Architecture &architecture =
      *needed(std::optional(findArchitecture(text(where, "architecture"))), "architecture");
  if (const Object *best = object.getObject("best_overlap")) {
    predictBestOverlap(architecture, *best, reading);
    return reading;
  }
  if (const Object *mean = object.getObject("mean_of")) {
    predictMean(architecture, *mean, reading);
    return reading;
  }
  const Outcome result = outcome(architecture, object);
  reading.limiter = result.cycles.limiter;
  const double operations = operationsPerClock(result.mix, result.cycles);
  if (reading.unit == "overlap")
    reading.predicted = result.overlap;
  else if (reading.unit == "of the FP32 peak")
    reading.predicted = operations / architecture.fp32;
  else if (reading.unit == "TFLOP/s")
    reading.predicted = operations * needed(context->getNumber("multiprocessors"), "SMs") *
                        needed(context->getNumber("clock_mhz"), "clock") * 1e-6;
  else {
    const double over =
        interleaved(architecture, mixOf(*needed(std::optional(object.getObject("over")), "over")))
            .count;
    reading.predicted =
        reading.unit.starts_with("time") ? result.cycles.count / over : over / result.cycles.count;
  }
  return reading;
}

std::string number(double value) {
  std::ostringstream out;
  out.precision(3);
  out << value;
  return out.str();
}

std::string fixed(double value, int digits) {
  std::ostringstream out;
  out.setf(std::ios::fixed);
  out.precision(digits);
  out << value;
  return out.str();
}

Contraction product(const std::string &type) {
  return gemm(type == "double"     ? ElementType::F64
              : type == "half"     ? ElementType::F16
              : type == "int8"     ? ElementType::I8
              : type == "bfloat16" ? ElementType::BF16
                                   : ElementType::F32);
}

} // namespace

std::string sourceFile(const std::string &path) {
  return std::string(WARPSMITH_SOURCE_DIR) + "/" + path;
}

std::string readText(const std::string &path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream)
    llvm::report_fatal_error(llvm::Twine("cannot read ") + path);
  return text.str();
}

std::string Reading::measuredText() const {
  std::string text = low == high ? number(low) : number(low) + "-" + number(high);
  if (bound)
    return "at most " + text;
  return spread > 0 ? text + " ± " + number(spread) : text;
}

std::vector<Reading> pipeReadings(const std::string &file) {
  const Object root = parsed(file);
  const Object *context = root.getObject("context");
  std::vector<Reading> result;
  for (const llvm::json::Value &entry : *root.getArray("readings"))
    result.push_back(readingOf(*entry.getAsObject(), context));
  return result;
}

namespace {

/// `4096`, or `8192x1024x4096`.
Problem problemOf(const std::string &size) {
  Problem problem = {};
  std::istringstream stream(size);
  char by = 0;
  if (!(stream >> problem.m))
    llvm::report_fatal_error(llvm::Twine("no size: ") + size);
  if (!(stream >> by >> problem.n >> by >> problem.k))
    problem.n = problem.k = problem.m;
  return problem;
}

} // namespace

std::vector<KernelReading> kernelReadings(const std::string &file, bool allSizes) {
  constexpr double Tera = 1e12;
  std::vector<KernelReading> result;
  const Object root = parsed(file);
  for (const llvm::json::Value &entry : *root.getArray("benchmarks")) {
    const Object &row = *entry.getAsObject();
    const std::string passes = text(row, "passes"), type = text(row, "type");
    const std::string numerics = text(row, "numerics"), size = text(row, "size");
    if (text(row, "benchmark") != "gemm" || passes.empty() || !row.getNumber("TFLOPS") ||
        (!allSizes && size != "4096"))
      continue;
    const Contraction contraction = product(type);
    const Schedule schedule =
        accepted(contraction, passes.c_str(), needed(findNumerics(numerics), "numerics"), "sm_90a");
    if (const auto prediction = predict(contraction, schedule, problemOf(size)))
      result.push_back({type, passes, numerics, size, *row.getNumber("TFLOPS"),
                        prediction->operationsPerSecond / Tera, prediction->limiter});
  }
  return result;
}

std::string pipeTable(const std::vector<Reading> &readings) {
  std::string table = "| experiment | | measured | model | model / measured | limit |\n"
                      "| :--- | :--- | ---: | ---: | ---: | :--- |\n";
  for (const Reading &row : readings)
    table += "| " + row.experiment + " | " + row.unit + " | " + row.measuredText() + " | " +
             number(row.predicted) + " | " + fixed(row.ratio(), 2) + " | " +
             std::string(name(row.limiter)) +
             (row.outside.empty() ? "" : ". Not within 10 %: " + row.outside) +
             (row.note.empty() ? "" : ". " + row.note) + " |\n";
  return table;
}

std::string publishedTable(const std::vector<Reading> &readings) {
  std::string table = "| GPU | experiment | | published | model | model / published | held to |\n"
                      "| :--- | :--- | :--- | ---: | ---: | ---: | :--- |\n";
  for (const Reading &row : readings)
    table += "| " + row.gpu + " | " + row.experiment + " | " + row.unit + " | " +
             row.measuredText() + " | " + number(row.predicted) + " | " + fixed(row.ratio(), 2) +
             " | " + row.check + (row.note.empty() ? "" : ": " + row.note) + " |\n";
  return table;
}

std::string kernelTable(const std::vector<KernelReading> &readings) {
  std::string table =
      "| type | passes | numerics | size | measured | model | model / measured | limit |\n"
      "| :--- | :--- | :--- | ---: | ---: | ---: | ---: | :--- |\n";
  for (const KernelReading &row : readings)
    table += "| " + row.type + " | `" + row.passes + "` | " + row.numerics + " | " + row.size +
             " | " + number(row.measured) + " | " + number(row.predicted) + " | " +
             fixed(row.ratio(), 2) + " | " + std::string(name(row.limiter)) + " |\n";
  return table;
}

} // namespace warpsmith::test
