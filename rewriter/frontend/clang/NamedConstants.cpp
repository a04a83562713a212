#include "rewriter/frontend/clang/NamedConstants.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

/// Finds whatever is not a literal that the user wrote.
class OtherThanLiterals : public clang::DynamicRecursiveASTVisitor {
public:
  explicit OtherThanLiterals(const clang::SourceManager &manager) : sources(manager) {}

  bool VisitExpr(clang::Expr *expression) override {
    if (llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral>(expression))
      // The values of __LINE__ and __COUNTER__ are written nowhere.
      return !sources.isWrittenInScratchSpace(sources.getSpellingLoc(expression->getBeginLoc()));
    return llvm::isa<clang::ParenExpr, clang::CastExpr, clang::UnaryOperator, clang::BinaryOperator,
                     clang::ConditionalOperator>(expression);
  }

private:
  const clang::SourceManager &sources;
};

bool holdsLiteralsOnly(const clang::Expr &expression, const clang::ASTContext &context) {
  return OtherThanLiterals(context.getSourceManager())
      .TraverseStmt(const_cast<clang::Expr *>(&expression));
}

/// Where a variable or an unscoped enumerator is looked up by its name.
const clang::DeclContext *scopeOf(const clang::ValueDecl &constant) {
  const clang::DeclContext *scope = constant.getDeclContext();
  if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(scope);
      enumeration && !enumeration->isScoped())
    scope = scope->getParent();
  return scope;
}

/// `::outer::N` for a constant of a namespace, `N` for one outside of all.
std::string nameOf(const clang::ValueDecl &constant) {
  const std::string name = qualifiedName(constant, scopeOf(constant));
  return name == "::" + constant.getNameAsString() ? constant.getNameAsString() : name;
}

} // namespace

std::string qualifiedName(const clang::NamedDecl &declaration, const clang::DeclContext *scope) {
  std::string name = "::" + declaration.getNameAsString();
  for (; scope; scope = scope->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
        space && !space->isAnonymousNamespace())
      name.insert(0, "::" + space->getNameAsString());
  return name;
}

std::string argumentOfMember(const std::string &member) {
  std::string argument = member + "_member";
  std::replace_if(
      argument.begin(), argument.end(), [](char c) { return c == '.' || c == '>'; }, '_');
  std::erase(argument, '-');
  return argument;
}

bool isWarpSize(const clang::ValueDecl &constant) {
  return constant.getDeclContext()->isTranslationUnit() && constant.getName() == "warpSize";
}

bool isCalled(const clang::NamedDecl &declaration, const std::string &name) {
  const auto *constant = llvm::dyn_cast<clang::ValueDecl>(&declaration);
  return constant && llvm::isa<clang::VarDecl, clang::EnumConstantDecl>(constant) &&
         scopeOf(*constant)->isFileContext() && nameOf(*constant) == name;
}

/// Of a literal in the expansion of a macro inside of another one, the inner macro: nothing but the
/// literal stands in its definition.
static std::optional<std::string> macroOfLiteral(const clang::Expr &expression,
                                                 clang::SourceLocation spelled,
                                                 const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  const clang::Expr &literal = *expression.IgnoreParens();
  if (!llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral>(literal) ||
      !sources.isMacroBodyExpansion(spelled))
    return std::nullopt;
  const llvm::StringRef name =
      clang::Lexer::getImmediateMacroName(spelled, sources, context.getLangOpts());
  const auto [file, offset] = sources.getDecomposedSpellingLoc(spelled);
  const llvm::StringRef buffer = sources.getBufferData(file);
  const size_t begin = buffer.rfind('\n', offset) + 1; // of the first line, 0
  llvm::StringRef head = buffer.slice(begin, offset).trim();
  llvm::StringRef tail = buffer.substr(offset).take_until([](char c) { return c == '\n'; });
  tail = tail.drop_front(clang::Lexer::MeasureTokenLength(sources.getSpellingLoc(spelled), sources,
                                                          context.getLangOpts()))
             .trim();
  if (head.consume_back("(") && !tail.consume_front(")"))
    return std::nullopt;
  tail = tail.trim();
  const bool isAlone = tail.empty() || tail.starts_with("//") || tail.starts_with("/*");
  const bool isDefined = head.consume_front("#") && (head = head.ltrim()).consume_front("define") &&
                         head.trim() == name;
  return isAlone && isDefined ? std::optional(name.str()) : std::nullopt;
}

/// Where the source comes from a macro's own text, not from what the macro was given as an
/// argument: where that stands, and the macro's name where the source is all that the macro expands
/// to.
struct MacroText {
  clang::SourceLocation begin;
  std::optional<std::string> name;
};
static std::optional<MacroText> macroText(clang::SourceRange source,
                                          const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  clang::SourceLocation spelled = source.getBegin();
  while (spelled.isMacroID() && sources.isMacroArgExpansion(spelled))
    spelled = sources.getImmediateSpellingLoc(spelled);
  if (!spelled.isMacroID())
    return std::nullopt;
  const auto range = clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(source),
                                                     sources, context.getLangOpts());
  const llvm::StringRef text =
      range.isInvalid() ? "" : clang::Lexer::getSourceText(range, sources, context.getLangOpts());
  return MacroText{spelled,
                   clang::isValidAsciiIdentifier(text) ? std::optional(text.str()) : std::nullopt};
}

std::optional<std::string> macroName(const clang::Expr &expression,
                                     const clang::ASTContext &context) {
  const auto text = macroText(expression.getSourceRange(), context);
  return !text        ? std::nullopt
         : text->name ? text->name
                      : macroOfLiteral(expression, text->begin, context);
}

std::optional<std::string> macroName(const clang::TypeLoc &type, const clang::ASTContext &context) {
  const auto text = macroText(type.getSourceRange(), context);
  return text ? text->name : std::nullopt;
}

std::optional<NamedConstant> namedConstant(const clang::Expr &expression,
                                           const clang::ASTContext &context) {
  std::optional<std::string> name = macroName(expression, context);
  if (name && !holdsLiteralsOnly(expression, context))
    name = std::nullopt;
  else if (name && !llvm::isa<clang::IntegerLiteral, clang::ParenExpr>(expression.IgnoreImpCasts()))
    name = "(" + *name + ")";
  if (!name) {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression.IgnoreParenImpCasts());
    const clang::ValueDecl *constant = reference ? reference->getDecl() : nullptr;
    if (constant && llvm::isa<clang::VarDecl, clang::EnumConstantDecl>(constant) &&
        scopeOf(*constant)->isFileContext() &&
        !llvm::isa<clang::VarTemplateSpecializationDecl>(constant) && !isWarpSize(*constant))
      name = nameOf(*constant);
  }
  clang::Expr::EvalResult result;
  if (!name || expression.isValueDependent() || !expression.getType()->isIntegerType() ||
      !expression.EvaluateAsInt(result, context) || !result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  // The name's own value, before a conversion that changes it (`unsigned char x = MANY`).
  clang::Expr::EvalResult own;
  if (!expression.IgnoreParenImpCasts()->EvaluateAsInt(own, context) ||
      !own.Val.getInt().isRepresentableByInt64() ||
      own.Val.getInt().getExtValue() != result.Val.getInt().getExtValue())
    return std::nullopt;
  return NamedConstant{*name, result.Val.getInt().getExtValue()};
}

} // namespace warpsmith::frontend
