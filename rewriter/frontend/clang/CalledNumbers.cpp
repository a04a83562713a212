#include "rewriter/frontend/clang/CalledNumbers.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"

namespace warpsmith::frontend {
namespace {

/// The bits of a number that a call makes of them: `__int_as_float(0x7f800000)`.
std::optional<llvm::APFloat> fromBits(const clang::CallExpr &call,
                                      const clang::ASTContext &context) {
  const llvm::StringRef name = call.getDirectCallee()->getName();
  const bool single = name == "__int_as_float" || name == "__uint_as_float";
  clang::Expr::EvalResult bits;
  if ((!single && name != "__longlong_as_double") || call.getNumArgs() != 1 ||
      !call.getArg(0)->EvaluateAsInt(bits, context))
    return std::nullopt;
  return llvm::APFloat(single ? llvm::APFloat::IEEEsingle() : llvm::APFloat::IEEEdouble(),
                       bits.Val.getInt().extOrTrunc(single ? 32 : 64));
}

/// INFINITY as the toolkit has it: a user may have a macro of that name that is a number.
bool isStandardInfinity(const clang::CallExpr &call, const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  const clang::SourceLocation begin = call.getBeginLoc();
  return begin.isMacroID() && sources.isInSystemHeader(sources.getSpellingLoc(begin)) &&
         clang::Lexer::getImmediateMacroName(begin, sources, context.getLangOpts()) == "INFINITY";
}

} // namespace

std::optional<CalledNumber> calledNumber(const clang::CallExpr &call,
                                         const clang::ASTContext &context) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  const auto type = elementType(call.getType());
  // What a function of the user's computes, or a constant of the build, need not be that on the
  // GPU.
  const bool isOfLiterals = llvm::all_of(call.arguments(), [](const clang::Expr *argument) {
    const clang::Expr *number = argument->IgnoreParenImpCasts();
    return llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral>(number);
  });
  if (!type || (*type != ElementType::F32 && *type != ElementType::F64) || !callee ||
      !callee->getDeclName().isIdentifier() || !isInToolkit(*callee) || !isOfLiterals)
    return std::nullopt;
  std::optional<llvm::APFloat> value = fromBits(call, context);
  if (clang::Expr::EvalResult result; !value && call.getNumArgs() == 0 &&
                                      call.EvaluateAsRValue(result, context) &&
                                      result.Val.isFloat() && !result.HasSideEffects)
    value = result.Val.getFloat();
  if (!value || value->isNaN())
    return std::nullopt;
  if (const auto macro = macroName(call, context))
    return CalledNumber{*macro, *type, *type};
  if (value->isInfinity())
    return CalledNumber{isStandardInfinity(call, context) ? "INFINITY" : "HUGE_VALF",
                        ElementType::F32, *type, value->isNegative()};
  llvm::APFloat magnitude = *value;
  magnitude.clearSign();
  llvm::SmallString<32> digits;
  magnitude.toString(digits);
  if (digits.find_first_of(".eE") == llvm::StringRef::npos)
    digits += ".0";
  if (*type == ElementType::F32)
    digits += "f";
  return CalledNumber{digits.str().str(), *type, *type, value->isNegative()};
}

} // namespace warpsmith::frontend
