/// Bounds of index sums over boxes: proved where they hold for all parameters, or demanded of the
/// launch, which then checks them.
#pragma once

#include "rewriter/frontend/index/Symbols.h"
#include "rewriter/ir/Contraction.h"
#include <set>

namespace warpsmith::frontend::index {

/// Sums that are all positive where something is computed.
using Guards = std::vector<Affine>;

class Prover {
public:
  explicit Prover(const Symbols &known) : symbols(known) {}

  /// A parameter that is at least that, in each launch that stores anything.
  void assumeAtLeast(const std::string &name, int64_t least) {
    atLeast[name] = least;
    forgetAnswers();
  }

  /// With what demanded equalities say in place of sizes: `q * d` of a size that has to be that.
  Polynomial withEqualities(Polynomial size) const;

  /// The one number that a size can be where all demands are met.
  std::optional<int64_t> onlyValueOf(const std::string &name) const;

  /// Not negative for all values of parameters.
  bool provesNotNegative(const Polynomial &size) const;
  /// Not negative in all of the box, or where the guards hold.
  bool provesNotNegative(const Affine &sum, const Guards &guards = {}) const;
  /// Where the guards hold, that one holds, too.
  bool implies(const Guards &guards, const Affine &guard) const;

  /// As provesNotNegative(), or what the launch has to check for that joins the demands. False
  /// where no check of parameters will do.
  bool demandNotNegative(const Affine &sum, const Guards &guards = {});
  bool demandAtLeast(const Polynomial &left, const Polynomial &right);
  /// False where the two certainly differ.
  bool demandEqual(const Polynomial &left, const Polynomial &right);
  /// The quotient of two sizes, whose remainder is demanded to be 0.
  std::optional<Polynomial> demandQuotient(const Polynomial &size, const Polynomial &divisor);

  /// A fact that is known otherwise joins what has been demanded.
  void know(Precondition fact) {
    checks.push_back(std::move(fact));
    forgetAnswers();
  }

  const std::vector<Precondition> &demands() const { return checks; }
  /// All demands but the first so many: what an attempt has demanded.
  void forget(size_t kept) {
    if (kept == checks.size())
      return;
    checks.resize(kept);
    forgetAnswers();
  }

private:
  struct Least {
    Polynomial value;
    /// Coefficients of unknown sign, taken to be not negative.
    std::vector<Polynomial> taken;
  };
  std::optional<Least> least(const Affine &sum) const;
  Affine withoutRemainders(Affine sum, std::vector<Polynomial> &taken) const;
  std::optional<int64_t> mostOf(const Polynomial &size) const;
  std::vector<Polynomial> mostOf(const Affine &dividend, const Polynomial &divisor) const;
  std::vector<Least> leasts(const Affine &sum) const;
  std::vector<Least> leastsOfQuotients(const Affine &sum) const;
  bool follows(const Polynomial &whole) const;
  Polynomial atLaunchLimits(const Polynomial &size) const;
  /// By the least value of each parameter alone, and by what is left of a division.
  bool holdsByLeast(const Polynomial &whole, int depth = 0) const;
  bool holdsByRemainder(const Polynomial &size, int depth) const;
  std::optional<int64_t> leastOf(const std::string &name) const;
  std::optional<int64_t> leastByFacts(const std::string &name) const;
  bool isAbout(size_t fact, const std::set<std::string> &names) const;
  const std::map<std::string, int64_t> &numbers() const;
  void forgetAnswers() const {
    numbersKnown.reset();
    proved.clear();
    leastKnown.clear();
    namesOfChecks.clear();
  }
  void check(Polynomial left, Polynomial right, bool equal);

  const Symbols &symbols;
  std::map<std::string, int64_t> atLeast;
  std::vector<Precondition> checks;
  /// What provesNotNegative() has answered since a fact was last added or forgotten.
  mutable std::map<Polynomial, bool> proved;
  mutable std::map<std::string, std::optional<int64_t>> leastKnown;
  mutable std::vector<std::set<std::string>> namesOfChecks;
  mutable std::optional<std::map<std::string, int64_t>> numbersKnown;
};

} // namespace warpsmith::frontend::index
