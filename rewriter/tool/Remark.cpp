#include "rewriter/tool/Remark.h"
#include "llvm/Support/WithColor.h"

namespace warpsmith::tool {
namespace {

const char *verdict(Remark::Kind kind) {
  switch (kind) {
  case Remark::Kind::Group:
    return "group";
  case Remark::Kind::Launch:
    return "launch";
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

} // namespace

void print(const Remark &remark, llvm::raw_ostream &out) {
  out << remark.location.str() << ": ";
  if (remark.kind == Remark::Kind::Refused)
    llvm::WithColor::error(out);
  else
    llvm::WithColor::remark(out);
  out << remark.message << " [" << remark.check << "]\n";
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
    kernels.push_back(std::move(record));
  }
  return llvm::json::Object{{"version", 1}, {"kernels", std::move(kernels)}};
}

} // namespace warpsmith::tool
