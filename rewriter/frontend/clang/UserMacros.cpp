#include "rewriter/frontend/clang/UserMacros.h"
#include "rewriter/frontend/clang/RawLanguage.h"
#include "rewriter/ir/Identifiers.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>
#include <vector>

namespace warpsmith::frontend {
namespace {

using clang::SourceLocation;
using clang::SourceRange;
using clang::Token;

/// What `#if` directives can ask about the device's own compilation.
constexpr llvm::StringLiteral AsksForDevice[] = {"__CUDA_ARCH__",
                                                 "__CUDA_ARCH_LIST__",
                                                 "__CUDA_ARCH_SPECIFIC__",
                                                 "__NVCC__",
                                                 "__NVCOMPILER",
                                                 "__clang__",
                                                 "__CUDACC_VER_MAJOR__",
                                                 "__CUDACC_VER_MINOR__",
                                                 "__CUDA_API_VER_MAJOR__",
                                                 "__CUDADEVICE__",
                                                 "__CUDA_ARCH_FEAT_SM90_ALL"};

class Watch : public clang::PPCallbacks {
public:
  Watch(UserMacros &target, clang::Preprocessor &source) : macros(target), preprocessor(source) {}
  void MacroDefined(const Token &name, const clang::MacroDirective *directive) override {
    const clang::MacroInfo &macro = *directive->getMacroInfo();
    const clang::SourceManager &sources = preprocessor.getSourceManager();
    if (sources.isWrittenInBuiltinFile(macro.getDefinitionLoc()) ||
        sources.isInSystemHeader(macro.getDefinitionLoc()) ||
        // Clang's driver gives itself the list of architectures.
        (sources.isWrittenInCommandLineFile(macro.getDefinitionLoc()) &&
         llvm::is_contained(AsksForDevice, name.getIdentifierInfo()->getName())))
      return;
    macros.defined[name.getIdentifierInfo()->getName().str()].push_back(name.getLocation());
    auto &body = macros.bodies[name.getIdentifierInfo()->getName().str()];
    if (macro.isObjectLike())
      macros.withoutParameters.insert(name.getIdentifierInfo()->getName().str());
    for (const Token &token : macro.tokens())
      if (const auto *identifier = token.getIdentifierInfo())
        body.insert(identifier->getName().str());
  }
  void MacroUndefined(const Token &name, const clang::MacroDefinition &,
                      const clang::MacroDirective *) override {
    macros.undefined[name.getIdentifierInfo()->getName().str()].push_back(name.getLocation());
  }
  void If(SourceLocation, SourceRange condition, ConditionValueKind) override {
    open(text(condition));
  }
  void Ifdef(SourceLocation, const Token &name, const clang::MacroDefinition &) override {
    open(name.getIdentifierInfo()->getName());
  }
  void Ifndef(SourceLocation, const Token &name, const clang::MacroDefinition &) override {
    open(name.getIdentifierInfo()->getName());
  }
  void Elif(SourceLocation, SourceRange condition, ConditionValueKind, SourceLocation) override {
    if (!opened.empty())
      opened.back() = opened.back() || asksForDevice(text(condition));
  }
  void Endif(SourceLocation where, SourceLocation begin) override {
    if (opened.empty())
      return;
    const bool dependent = opened.back();
    opened.pop_back();
    if (dependent && !preprocessor.getSourceManager().isInSystemHeader(where))
      addRegion(text({begin, where}), begin, where);
  }

private:
  void open(llvm::StringRef condition) { opened.push_back(asksForDevice(condition)); }
  void addRegion(llvm::StringRef region, SourceLocation begin, SourceLocation end) {
    UserMacros::DeviceRegion &added = macros.regions.emplace_back();
    added.begin = begin;
    added.end = end;
    added.names = words(region);
    llvm::SmallVector<llvm::StringRef> lines;
    region.split(lines, '\n');
    int depth = 0;
    for (llvm::StringRef line : lines) {
      line = line.ltrim();
      const bool isDirective = line.consume_front("#");
      for (const char c : isDirective ? "" : line) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        added.closesBlocks |= depth < 0;
      }
      if (!isDirective)
        continue;
      added.closesBlocks |= depth != 0;
      line = line.ltrim();
      if (line.consume_front("define") || line.consume_front("undef"))
        added.defined.insert(
            line.ltrim()
                .take_while([](char c) { return clang::isAsciiIdentifierContinue(c); })
                .str());
    }
  }
  /// Those outside of comments.
  static std::set<std::string> words(llvm::StringRef text) {
    const std::string ended = text.str(); // a lexer reads up to a zero
    clang::Lexer lexer(SourceLocation(), rawLanguage(), ended.data(), ended.data(),
                       ended.data() + ended.size());
    std::set<std::string> found;
    for (clang::Token token; !lexer.LexFromRawLexer(token);)
      if (token.is(clang::tok::raw_identifier))
        found.insert(token.getRawIdentifier().str());
    return found;
  }
  llvm::StringRef text(SourceRange range) const {
    return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(range),
                                       preprocessor.getSourceManager(), preprocessor.getLangOpts());
  }
  /// Directly, or through the user's macros.
  bool asksForDevice(llvm::StringRef condition) const {
    std::set<std::string> seen;
    std::vector<std::string> pending;
    const auto add = [&](const std::string &name) {
      if (seen.insert(name).second)
        pending.push_back(name);
    };
    for (const std::string &name : identifiers(condition.str()))
      add(name);
    while (!pending.empty()) {
      const std::string name = pending.back();
      pending.pop_back();
      if (llvm::is_contained(AsksForDevice, name))
        return true;
      const clang::MacroInfo *macro =
          preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(name));
      for (unsigned token = 0; macro && token < macro->getNumTokens(); ++token)
        if (const auto *identifier = macro->getReplacementToken(token).getIdentifierInfo())
          add(identifier->getName().str());
    }
    return false;
  }

  UserMacros &macros;
  clang::Preprocessor &preprocessor;
  std::vector<bool> opened; // true: asks for the device
};

} // namespace

void watchUserMacros(clang::Preprocessor &preprocessor, UserMacros &macros) {
  preprocessor.addPPCallbacks(std::make_unique<Watch>(macros, preprocessor));
}

std::set<std::string> UserMacros::names() const {
  std::set<std::string> result;
  for (const auto &[name, body] : bodies)
    result.insert(name);
  return result;
}

bool UserMacros::isDefinedForDevice(const std::string &macro) const {
  return llvm::any_of(regions,
                      [&](const DeviceRegion &region) { return region.defined.contains(macro); });
}

std::vector<UserMacros::DeviceName>
UserMacros::deviceDependentNames(const std::string &text,
                                 const std::set<std::string> &declared) const {
  std::set<std::string> reached = identifiers(text);
  std::vector<std::string> pending(reached.begin(), reached.end());
  while (!pending.empty()) {
    const auto body = bodies.find(pending.back());
    pending.pop_back();
    if (body == bodies.end())
      continue;
    for (const std::string &name : body->second)
      if (reached.insert(name).second)
        pending.push_back(name);
  }
  std::vector<DeviceName> found;
  for (const std::string &name : reached) {
    const bool global = bodies.contains(name) || declared.contains(name);
    for (const DeviceRegion &region : regions)
      if (region.defined.contains(name) || (global && region.names.contains(name)))
        found.push_back({name, &region});
  }
  return found;
}

} // namespace warpsmith::frontend
