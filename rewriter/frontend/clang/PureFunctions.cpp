#include "rewriter/frontend/clang/PureFunctions.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

namespace warpsmith::frontend {
namespace {

constexpr llvm::StringLiteral PureFunctions[] = {
    "__dadd_rn",  "__dmul_rn",      "__dsub_rn",      "__expf",      "__fadd_rn", "__fdiv_rn",
    "__fdividef", "__float2int_rn", "__float2int_rz", "__fma_rn",    "__fmaf_rn", "__fmul_rn",
    "__frcp_rn",  "__fsub_rn",      "__logf",         "__saturatef", "__tanhf",   "abs",
    "cbrtf",      "ceil",           "ceilf",          "cosf",        "erf",       "erff",
    "exp",        "exp2",           "exp2f",          "expf",        "expm1f",    "fabs",
    "fabsf",      "floor",          "floorf",         "fma",         "fmaf",      "fmax",
    "fmaxf",      "fmin",           "fminf",          "log",         "log1p",     "log1pf",
    "logf",       "lrintf",         "lroundf",        "max",         "min",       "pow",
    "powf",       "rint",           "rintf",          "round",       "roundf",    "rsqrt",
    "rsqrtf",     "sinf",           "sqrt",           "sqrtf",       "tanh",      "tanhf",
    "truncf"};

constexpr llvm::StringLiteral NarrowFunctions[] = {"__hadd", "__hadd_rn", "__hdiv",
                                                   "__hfma", "__hmul",    "__hmul_rn",
                                                   "__hneg", "__hsub",    "__hsub_rn"};

constexpr llvm::StringLiteral ToFloat[] = {"__half2float", "__bfloat162float"};
constexpr llvm::StringLiteral FromFloat[] = {"__double2half",    "__double2bfloat16",
                                             "__float2half",     "__float2half_rn",
                                             "__float2bfloat16", "__float2bfloat16_rn"};

} // namespace

bool isPureFunction(llvm::StringRef name) {
  return llvm::is_contained(PureFunctions, name);
}

bool isPureNarrowFunction(llvm::StringRef name) {
  return llvm::is_contained(NarrowFunctions, name);
}

bool isConversionFunction(llvm::StringRef name) {
  return llvm::is_contained(ToFloat, name) || llvm::is_contained(FromFloat, name);
}

std::string literalText(const clang::FloatingLiteral &literal, bool isFloat,
                        const clang::ASTContext &context) {
  if (const auto macro = macroName(literal, context))
    return *macro;
  if (literal.getValue().isInfinity())
    return isFloat ? "HUGE_VALF" : "HUGE_VAL";
  llvm::SmallString<32> digits;
  literal.getValue().toString(digits);
  if (digits.find_first_of(".eE") == llvm::StringRef::npos)
    digits += ".0";
  if (isFloat)
    digits += "f";
  return digits.str().str();
}

} // namespace warpsmith::frontend
