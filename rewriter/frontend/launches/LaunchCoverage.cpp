#include "rewriter/frontend/launches/LaunchCoverage.h"
#include "rewriter/frontend/launches/HostValues.h"
#include "rewriter/frontend/launches/LaunchGeometry.h"

namespace warpsmith::frontend {
namespace {

/// What is known of left - right.
struct Margin {
  enum class Kind {
    Unknown,
    Enough, ///< never negative
    Fixed,  ///< the same for all sizes
    Reduced ///< slack - dividend % divisor
  };
  Kind kind = Kind::Unknown;
  int64_t slack = 0;
  Polynomial dividend, divisor;
};

class Coverage {
public:
  Coverage(const LaunchSite &site, const clang::ASTContext &ast)
      : launch(*llvm::cast<clang::CUDAKernelCallExpr>(site.call)),
        values(*site.host, ast) {}

  /// False where the geometry is not followed.
  bool read() {
    const clang::CallExpr *configuration = configurationOf(launch);
    if (!configuration)
      return false;
    const clang::SourceLocation place = launch.getBeginLoc();
    const auto grid = values.shape(configuration->getArg(0), place);
    const auto block = grid ? values.shape(configuration->getArg(1), place) : std::nullopt;
    if (!block)
      return false;
    for (const char axis : {'x', 'y', 'z'}) {
      known.emplace(std::string("gridDim.") + axis, (*grid)[axis - 'x']);
      known.emplace(std::string("blockDim.") + axis, (*block)[axis - 'x']);
    }
    const clang::FunctionDecl *kernel = launch.getDirectCallee();
    for (unsigned index = 0; index < launch.getNumArgs() && index < kernel->getNumParams(); ++index)
      if (kernel->getParamDecl(index)->getType()->isIntegerType())
        if (const auto value = values.integer(launch.getArg(index), place))
          known.emplace(kernel->getParamDecl(index)->getNameAsString(), *value);
    return true;
  }

  std::string of(const Contraction &contraction) {
    for (const Precondition &fact : contraction.preconditions)
      if (std::string text = failing(fact, contraction); !text.empty())
        return text;
    const std::vector<Precondition> &facts = contraction.preconditions;
    for (size_t one = 0; one < facts.size(); ++one)
      for (size_t other = one + 1; other < facts.size(); ++other)
        if (std::string text = swapped(facts[one], facts[other], contraction); !text.empty())
          return text;
    return {};
  }

private:
  /// In the host's variables. What is not followed is a symbol of its own.
  Polynomial hosted(const Polynomial &polynomial, const Contraction &contraction) const {
    Polynomial result = polynomial;
    for (const std::string &symbol : polynomial.symbols())
      result = result.substitute(symbol, Polynomial::symbol("?" + symbol));
    for (const std::string &symbol : polynomial.symbols()) {
      const auto constant = contraction.constants.find(symbol);
      const auto value = known.find(symbol);
      if (constant != contraction.constants.end())
        result = result.substitute("?" + symbol, constant->second);
      else if (value != known.end())
        result = result.substitute("?" + symbol, value->second);
    }
    return result;
  }

  Margin margin(const Polynomial &left, const Polynomial &right) const {
    const Polynomial difference = left - right;
    if (const auto constant = difference.constant())
      return {*constant < 0 ? Margin::Kind::Fixed : Margin::Kind::Enough, *constant, {}, {}};
    for (const std::string &symbol : difference.symbols()) {
      const Quotient *quotient = values.quotient(symbol);
      const auto affine = quotient ? difference.affineIn(symbol) : std::nullopt;
      if (!affine || affine->coefficient != quotient->divisor)
        continue;
      // divisor * (dividend / divisor) is dividend - dividend % divisor.
      const auto slack = (quotient->numerator + affine->rest).constant();
      if (!slack)
        continue;
      if (*slack < 0)
        return {Margin::Kind::Reduced, *slack, quotient->numerator, quotient->divisor};
      const auto most = (quotient->divisor - 1 - *slack).constant();
      if (most && *most <= 0)
        return {Margin::Kind::Enough, *slack, {}, {}};
      // A divisor of variables may be 1.
      if (most || *slack == 0)
        return {Margin::Kind::Reduced, *slack, quotient->numerator, quotient->divisor};
    }
    return {};
  }

  std::string failing(const Precondition &fact, const Contraction &contraction) const {
    const std::string needed = "'" + fact.left.str() + (fact.equal ? " == " : " >= ") +
                               fact.right.str() + "', which the rewritten kernel requires";
    const Polynomial left = hosted(fact.left, contraction);
    const Polynomial right = hosted(fact.right, contraction);
    if (fact.equal) {
      const auto difference = (left - right).constant();
      return difference && *difference != 0
                 ? "the original runs at this launch, which does not meet " + needed +
                       compared(left, right, " != ")
                 : std::string();
    }
    const Margin found = margin(left, right);
    if (found.kind == Margin::Kind::Fixed)
      return "the original runs at this launch, which does not meet " + needed +
             compared(left, right, " < ");
    if (found.kind != Margin::Kind::Reduced || !isPlain(found.dividend) || !isPlain(found.divisor))
      return {};
    if (found.slack < 0)
      return "the original runs at this launch, which does not meet " + needed;
    // A remainder is the same without multiples of the divisor.
    Polynomial dividend = found.dividend;
    const auto shift = (dividend - right).constant(), by = found.divisor.constant();
    if (shift && by && *shift % *by == 0)
      dividend = right;
    return "the original runs at this launch where '" + dividend.factor() + " % " +
           found.divisor.factor() + (found.slack == 0 ? " != 0" : " > " + number(found.slack)) +
           "': it does not meet " + needed + " then";
  }

  /// Each of two sizes is covered where the other one should be.
  std::string swapped(const Precondition &one, const Precondition &other,
                      const Contraction &contraction) const {
    if (one.equal || other.equal)
      return {};
    const Polynomial first = hosted(one.left, contraction), wanted = hosted(one.right, contraction);
    const Polynomial second = hosted(other.left, contraction);
    const Polynomial also = hosted(other.right, contraction);
    if (wanted == also || !isPlain(wanted) || !isPlain(also) ||
        margin(first, wanted).kind != Margin::Kind::Unknown ||
        margin(second, also).kind != Margin::Kind::Unknown || !follows(first, also) ||
        !follows(second, wanted))
      return {};
    return "the axes of this launch look swapped: '" + one.left.str() + "' follows from '" +
           also.str() + "' and '" + other.left.str() + "' from '" + wanted.str() +
           "', but the rewritten kernel requires '" + one.left.str() + " >= " + one.right.str() +
           "' and '" + other.left.str() + " >= " + other.right.str() +
           "'; the original runs where that does not hold";
  }
  /// `threads` are the size, rounded up or down to whole blocks.
  bool follows(const Polynomial &threads, const Polynomial &size) const {
    const Margin found = margin(threads, size);
    return (found.kind == Margin::Kind::Enough && !threads.constant()) ||
           (found.kind == Margin::Kind::Reduced && found.slack == 0);
  }

  /// Nothing but variables of the host's.
  bool isPlain(const Polynomial &polynomial) const {
    for (const std::string &symbol : polynomial.symbols())
      if (symbol.front() == '?' || values.quotient(symbol))
        return false;
    return true;
  }
  static std::string number(int64_t value) { return std::to_string(value); }
  static std::string compared(const Polynomial &left, const Polynomial &right,
                              const char *relation) {
    return left.constant() && right.constant()
               ? " (" + number(*left.constant()) + relation + number(*right.constant()) + ")"
               : "";
  }

  const clang::CUDAKernelCallExpr &launch;
  HostValues values;
  std::map<std::string, Polynomial> known;
};

} // namespace

std::string shortfall(const LaunchSite &launch, const std::vector<const Contraction *> &cases,
                      const clang::ASTContext &context) {
  if (launch.byPointers || !launch.host || launch.host->isDependentContext() || cases.empty())
    return {};
  Coverage coverage(launch, context);
  if (!coverage.read())
    return {};
  std::string text;
  for (const Contraction *entry : cases) {
    const std::string why = coverage.of(*entry);
    if (entry->isPart() && !why.empty())
      return why; // both parts are computed, or none
    if (why.empty())
      return {};
    if (text.empty())
      text = why;
  }
  return text;
}

} // namespace warpsmith::frontend
