#include "rewriter/frontend/clang/MacroArguments.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/PPCallbacks.h"
#include <algorithm>
#include <memory>

namespace warpsmith::frontend {
namespace {

/// Why a macro cannot be given another text for a parameter; empty where it can.
std::string unsafeUse(const clang::MacroInfo &macro, unsigned parameter) {
  const clang::IdentifierInfo *name = macro.params()[parameter];
  const auto tokens = macro.tokens();
  int uses = 0;
  for (size_t index = 0; index < tokens.size(); ++index) {
    if (tokens[index].getIdentifierInfo() != name)
      continue;
    const bool pastedBefore = index > 0 && tokens[index - 1].is(clang::tok::hashhash);
    const bool pastedAfter =
        index + 1 < tokens.size() && tokens[index + 1].is(clang::tok::hashhash);
    // `, ##__VA_ARGS__` pastes nothing.
    const bool comma = pastedBefore && index > 1 && tokens[index - 2].is(clang::tok::comma) &&
                       macro.isVariadic() && parameter + 1 == macro.getNumParams();
    if (pastedAfter || (pastedBefore && !comma))
      return "pastes it to another token";
    if (index == 0 || !tokens[index - 1].isOneOf(clang::tok::hash, clang::tok::hashat))
      ++uses;
  }
  // Each use is a launch of its own, with the same text.
  return uses > 0 ? "" : "does not use it";
}

} // namespace

clang::SourceLocation writtenPlace(clang::SourceLocation token,
                                   const clang::SourceManager &sources) {
  while (token.isMacroID()) {
    if (!sources.isMacroArgExpansion(token))
      return {};
    token = sources.getImmediateSpellingLoc(token);
  }
  return token;
}

class MacroArguments::Watch : public clang::PPCallbacks {
public:
  Watch(MacroArguments &owner, const clang::SourceManager &manager)
      : target(owner),
        sources(manager) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition,
                    clang::SourceRange, const clang::MacroArgs *arguments) override {
    const clang::MacroInfo *macro = definition.getMacroInfo();
    if (!arguments || !macro)
      return;
    const unsigned count = std::min(macro->getNumParams(), arguments->getNumMacroArguments());
    for (unsigned index = 0; index < count; ++index)
      look(*macro, name.getIdentifierInfo()->getName(), index, arguments->getUnexpArgument(index));
  }

private:
  void look(const clang::MacroInfo &macro, llvm::StringRef name, unsigned parameter,
            const clang::Token *first) {
    const clang::Token *end = first;
    bool launches = false;
    for (; end->isNot(clang::tok::eof); ++end)
      launches |= end->is(clang::tok::lesslessless);
    if (!launches)
      return;
    std::string problem = unsafeUse(macro, parameter);
    if (!problem.empty())
      problem = "the macro '" + name.str() + "', which is given the launch, " + problem;
    // By file: another macro may have put its own text around the launch.
    std::map<clang::FileID, std::vector<unsigned>> places, opened;
    for (const clang::Token *token = first; token != end; ++token)
      if (const auto place = writtenPlace(token->getLocation(), sources); place.isValid()) {
        const auto [file, offset] = sources.getDecomposedLoc(place);
        places[file].push_back(offset);
        if (token->is(clang::tok::lesslessless))
          opened[file].push_back(offset);
      }
    for (const auto &[file, offsets] : opened) {
      const auto [least, most] = std::minmax_element(places[file].begin(), places[file].end());
      for (const unsigned open : offsets)
        target.around[{file, open}].push_back({*least, *most, problem});
    }
  }

  MacroArguments &target;
  const clang::SourceManager &sources;
};

std::string MacroArguments::problem(clang::FileID file, unsigned begin, unsigned open,
                                    unsigned end) const {
  const auto found = around.find({file, open});
  if (found == around.end())
    return {};
  for (const Argument &argument : found->second) {
    if (!argument.problem.empty())
      return argument.problem;
    if (begin < argument.begin || end > argument.last)
      return "commas divide the launch into several arguments of a macro";
  }
  return {};
}

void watchMacroArguments(clang::Preprocessor &preprocessor, MacroArguments &arguments) {
  preprocessor.addPPCallbacks(
      std::make_unique<MacroArguments::Watch>(arguments, preprocessor.getSourceManager()));
}

} // namespace warpsmith::frontend
