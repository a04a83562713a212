#include "rewriter/tool/Remark.h"

namespace warpsmith::tool {
namespace {

const char *verdict(Remark::Kind kind) {
  switch (kind) {
  case Remark::Kind::Group:
    return "group";
  case Remark::Kind::Launch:
    return "launch";
  case Remark::Kind::Hint:
    return "hint";
  case Remark::Kind::Rewrote:
    return "rewritten";
  case Remark::Kind::Missed:
    return "missed";
  case Remark::Kind::Skipped:
    return "skipped";
  case Remark::Kind::Refused:
    return "refused";
  }
  return "";
}

void addRewrite(const Remark::Rewrite &rewrite, llvm::json::Object &record) {
  record["architectures"] = llvm::json::Array(rewrite.architectures);
  record["numerics"] = rewrite.numerics;
  record["verified"] = rewrite.verified;
  if (!rewrite.predicted)
    return;
  const Predicted &predicted = *rewrite.predicted;
  llvm::json::Object prediction{{"m", predicted.rows},
                                {"n", predicted.columns},
                                {"k", predicted.steps},
                                {"seconds", predicted.seconds}};
  if (predicted.timesTile)
    prediction["times_tile"] = *predicted.timesTile;
  record["predicted"] = std::move(prediction);
}

} // namespace

llvm::StringRef documentationOf(llvm::StringRef check) {
  return check == "warpsmith-missed" ? "docs/idioms.md#refused" : "";
}

llvm::json::Value report(const std::vector<Remark> &remarks) {
  llvm::json::Array kernels;
  for (const Remark &remark : remarks) {
    llvm::json::Object record{{"file", remark.location.file},
                              {"line", remark.location.line},
                              {"column", remark.location.column},
                              {"kernel", remark.kernel},
                              {"verdict", verdict(remark.kind)},
                              {"message", remark.message},
                              {"check", remark.check}};
    if (!remark.passes.empty())
      record["passes"] = remark.passes;
    if (remark.kind == Remark::Kind::Missed || remark.kind == Remark::Kind::Refused)
      record["documentation"] = documentationOf("warpsmith-missed");
    if (remark.rewrite)
      addRewrite(*remark.rewrite, record);
    kernels.push_back(std::move(record));
  }
  return llvm::json::Object{
      {"version", 1}, {"warpsmith", WARPSMITH_VERSION}, {"kernels", std::move(kernels)}};
}

} // namespace warpsmith::tool
