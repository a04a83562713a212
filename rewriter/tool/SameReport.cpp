#include "rewriter/tool/Same.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <set>

namespace warpsmith::tool {
namespace {

using Result = ComparedRun::Result;

const char *nameOf(Result result) {
  switch (result) {
  case Result::SameBits:
    return "same bits";
  case Result::SameNumbers:
    return "zeros differ in sign";
  case Result::Rounded:
    return "other roundings";
  case Result::Different:
    return "different";
  case Result::NotRun:
    return "not run";
  }
  return "";
}

std::string counted(size_t count, const std::string &things) {
  return std::to_string(count) + " " + things + (count == 1 ? "" : "s");
}

/// An entry of a list, which goes on below its beginning behind a comma.
std::string wrapped(llvm::StringRef entry) {
  constexpr size_t Columns = 96;
  std::string text = "  - ";
  size_t used = 0;
  for (const llvm::StringRef part : llvm::split(entry, ", ")) {
    const bool isNew = used != 0 && used + part.size() > Columns;
    text += (used ? "," : "") + std::string(isNew ? "\n    " : used ? " " : "") + part.str();
    used = (isNew ? 0 : used + 2) + part.size();
  }
  return text + "\n";
}

std::string list(const std::string &title, const std::vector<std::string> &lines,
                 bool wraps = false) {
  if (lines.empty())
    return {};
  std::string text = title + "\n";
  for (const std::string &line : lines)
    text += wraps ? wrapped(line) : "  - " + line + "\n";
  return text;
}

std::string shapesOf(const ComparedRuns &tests, Result result) {
  std::set<std::string> known;
  std::string text;
  for (const ComparedRun &run : tests.runs)
    if (run.result == result && known.insert(run.shape).second)
      text += (text.empty() ? "" : ", ") + run.shape;
  return text;
}

/// Of kernels that differ at some sizes alone, which serve multiples of a tile.
std::string advice(const ComparedRuns &tests) {
  std::set<std::string> different;
  std::string sizes;
  for (const ComparedRun &run : tests.runs)
    if (run.result == Result::Different)
      different.insert(run.shape);
  std::set<std::string> known;
  for (const ComparedRun &run : tests.runs)
    if (run.result != Result::NotRun && !different.contains(run.shape) &&
        known.insert(run.shape).second)
      sizes += (sizes.empty() ? "" : ",") + run.shape;
  return different.empty() || sizes.empty()
             ? std::string()
             : "the others agree; --sizes=" + sizes + " tests only these";
}

/// What was run, and what came of it, in a line for each kind of result.
std::vector<std::string> summary(const ComparedRuns &tests) {
  std::vector<std::string> lines;
  std::set<std::string> shapes;
  for (const ComparedRun &run : tests.runs)
    if (run.result != Result::NotRun)
      shapes.insert(run.shape);
  if (shapes.empty())
    return lines;
  std::string sizes;
  for (const ComparedRun &run : tests.runs)
    if (shapes.erase(run.shape))
      sizes += (sizes.empty() ? "" : ", ") + run.shape;
  lines.push_back(counted(tests.runs.size() - tests.count(Result::NotRun), "run") +
                  " at M x N x K = " + sizes);
  for (const Result result :
       {Result::SameBits, Result::SameNumbers, Result::Rounded, Result::Different})
    if (const size_t count = tests.count(result))
      lines.push_back(counted(count, "run") + ": " + nameOf(result) +
                      (result == Result::Different ? ", at " + shapesOf(tests, result) : ""));
  if (std::string others = advice(tests); !others.empty())
    lines.push_back(std::move(others));
  return lines;
}

std::vector<std::string> notRun(const ComparedRuns &tests) {
  std::vector<std::string> lines;
  for (const ComparedRun &run : tests.runs)
    if (run.result == Result::NotRun)
      lines.push_back(run.shape + ": " + run.text);
  lines.insert(lines.end(), tests.notes.begin(), tests.notes.end());
  return lines;
}

/// The first of the roundings is said.
const ComparedRun *firstRounded(const ComparedRuns &tests) {
  for (const ComparedRun &run : tests.runs)
    if (run.result == Result::Rounded)
      return &run;
  return nullptr;
}

} // namespace

const char *nameOf(SameVerdict verdict) {
  switch (verdict) {
  case SameVerdict::SameBits:
    return "same bits";
  case SameVerdict::SameSum:
    return "same sum, other roundings";
  case SameVerdict::Different:
    return "different";
  case SameVerdict::NotFound:
    return "no difference found";
  case SameVerdict::NotJudged:
    return "not judged";
  }
  return "";
}

std::string SameReport::text() const {
  std::string text;
  for (const Kernel &kernel : kernels)
    text += kernel.location.str() + ": " + kernel.name + "\n";
  text += std::string(nameOf(verdict));
  const std::string all =
      ", proved for all data and " +
      (restrictions.empty() ? "all sizes" : "sizes with " + llvm::join(restrictions, ", "));
  switch (verdict) {
  case SameVerdict::SameBits:
    text += (exceptZeros ? " but for the sign of a zero" : "") + all +
            (accepted ? "\n" : "; --numerics=bitexact does not allow that\n");
    break;
  case SameVerdict::SameSum:
    text += all + (accepted ? "; allowed by" : "; needs") + " --numerics=" + contract + "\n";
    break;
  case SameVerdict::Different: {
    const ComparedRun &run = *tests.difference();
    text += ": at M x N x K = " + run.shape + " on " + run.data + " data, " + run.text + "\n";
    break;
  }
  case SameVerdict::NotFound:
    text += ", tested and not proved\n";
    break;
  case SameVerdict::NotJudged:
    text += "\n";
    break;
  }
  if (proved != SameVerdict::NotJudged)
    text += std::string(nameOf(proved)) + all + "\n";
  text += list("if", conditions, /*wraps=*/true);
  text += list(verdict == SameVerdict::SameSum     ? "what differs"
               : verdict == SameVerdict::SameBits  ? "notes"
               : verdict == SameVerdict::Different ? "from the sources"
                                                   : "why it is not proved",
               reasons);
  text += list("tested", summary(tests), /*wraps=*/true);
  if (const ComparedRun *rounded = firstRounded(tests))
    text += list("first rounding difference",
                 {rounded->shape + ", " + rounded->data + ": " + rounded->text});
  return text + list("not tested", notRun(tests));
}

llvm::json::Object SameReport::document() const {
  llvm::json::Array pair, runs;
  for (const Kernel &kernel : kernels)
    pair.push_back(llvm::json::Object{{"kernel", kernel.name},
                                      {"file", kernel.location.file},
                                      {"line", kernel.location.line},
                                      {"contraction", kernel.contraction},
                                      {"missed", kernel.missed}});
  for (const ComparedRun &run : tests.runs)
    runs.push_back(llvm::json::Object{{"shape", run.shape},
                                      {"data", run.data},
                                      {"result", nameOf(run.result)},
                                      {"text", run.text}});
  // Of kernels that differ, what is proved for other sizes.
  const SameVerdict proof = proved != SameVerdict::NotJudged ? proved : verdict;
  const bool isProof = proof == SameVerdict::SameBits || proof == SameVerdict::SameSum;
  return llvm::json::Object{{"verdict", nameOf(verdict)},
                            {"proved", isProof && proof == verdict},
                            {"proof", isProof ? nameOf(proof) : ""},
                            {"exceptZeros", exceptZeros},
                            {"kernels", std::move(pair)},
                            {"restrictions", llvm::json::Array(restrictions)},
                            {"conditions", llvm::json::Array(conditions)},
                            {"reasons", llvm::json::Array(reasons)},
                            {"numerics", contract},
                            {"runs", std::move(runs)},
                            {"notes", llvm::json::Array(tests.notes)}};
}

std::string SameReport::json() const {
  return llvm::formatv("{0:2}\n", llvm::json::Value(document())).str();
}

} // namespace warpsmith::tool
