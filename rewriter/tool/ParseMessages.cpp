#include "rewriter/tool/ParseMessages.h"
#include "rewriter/tool/ParseSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <utility>
#include <vector>

namespace warpsmith::tool {
namespace {

using frontend::KernelVerdict;
using frontend::ParseError;

/// The remark of the kernel names it.
bool isReason(const ParseError &error, const frontend::TranslationUnit &unit) {
  return llvm::any_of(unit.kernels, [&](const KernelVerdict &kernel) {
    return kernel.status == KernelVerdict::Status::Missed && kernel.where.str() == error.where;
  });
}

std::string others(size_t count) {
  if (count == 0)
    return {};
  return ", and " + std::to_string(count) + " more error" + (count == 1 ? "" : "s") +
         " that --verbose lists";
}

} // namespace

std::string harmlessErrors(const frontend::ParseErrors &errors,
                           const frontend::TranslationUnit &unit, const std::string &source,
                           bool all) {
  std::vector<const ParseError *> found;
  std::set<std::pair<std::string, std::string>> seen;
  for (const ParseError &error : errors.errors())
    if (!isReason(error, unit) && seen.insert({error.where, error.message}).second)
      found.push_back(&error);
  const std::string path = absolutePath(source);
  std::string text;
  for (const ParseError *error : found) {
    llvm::StringRef where = error->where;
    text += where.empty() || where.consume_front(path + ":")
                ? source + (where.empty() ? "" : ":") + where.str()
                : where.str();
    text += ": warning: " + error->message + (all ? "" : others(found.size() - 1)) +
            ", which no rewritten kernel needs [warpsmith-parse]\n";
    if (!all)
      break;
  }
  return text;
}

} // namespace warpsmith::tool
