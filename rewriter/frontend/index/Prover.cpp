#include "rewriter/frontend/index/Prover.h"
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/index/SizeDivision.h"
#include "rewriter/ir/LaunchSymbols.h"
#include <algorithm>
#include <functional>
#include <ranges>
#include <tuple>

namespace warpsmith::frontend::index {
namespace {

/// What no launch exceeds on any GPU: it would fail (CUDA C++ Programming Guide, "Compute
/// Capabilities").
std::optional<int64_t> limitOf(const std::string &name) {
  constexpr int64_t MostThreads = 1024, MostInZ = 64, MostBlocks = 65535;
  if (!isOfLaunch(name))
    return std::nullopt;
  if (name.starts_with("blockDim."))
    return name.back() == 'z' ? MostInZ : MostThreads;
  return name.back() == 'x' ? INT32_MAX : MostBlocks;
}

Polynomial threadsInX() {
  return Polynomial::symbol("blockDim.x") * Polynomial::symbol("gridDim.x");
}

} // namespace

/// What is known of a parameter, or demanded already.
std::optional<int64_t> Prover::leastOf(const std::string &name) const {
  const auto [known, isNew] = leastKnown.try_emplace(name, std::nullopt);
  if (isNew)
    known->second = leastByFacts(name);
  return known->second;
}

std::optional<int64_t> Prover::leastByFacts(const std::string &name) const {
  std::optional<int64_t> least;
  const auto take = [&](int64_t number) { least = std::max(least.value_or(number), number); };
  if (isOfLaunch(name))
    take(1);
  if (const auto known = atLeast.find(name); known != atLeast.end())
    take(known->second);
  for (const Precondition &fact : checks) {
    const auto times = fact.left.quotient(Polynomial::symbol(name));
    const int64_t factor = times ? times->constant().value_or(0) : 0;
    if (fact.equal || factor < 1)
      continue;
    // Sizes of the launch are at least 1.
    Polynomial right = fact.right;
    const auto summands = right.summands();
    const bool falls = std::ranges::any_of(
        summands, [](const Polynomial &summand) { return summand.isNegative(); });
    for (const std::string &size : falls ? std::vector<std::string>() : fact.right.symbols())
      if (isOfLaunch(size))
        right = right.substitute(size, 1);
    if (const auto number = right.constant())
      take(*number < 0 ? *number / factor : *number / factor + (*number % factor != 0));
  }
  return least;
}

/// Sizes that have to be a number: `n == 4 * (n / 4)` and `n / 4 == 32` make n one.
const std::map<std::string, int64_t> &Prover::numbers() const {
  if (numbersKnown)
    return *numbersKnown;
  std::map<std::string, int64_t> &known = numbersKnown.emplace();
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (const Precondition &fact : checks) {
      const auto names = fact.left.symbols();
      if (!fact.equal || names.size() != 1 || fact.left != Polynomial::symbol(names[0]) ||
          known.contains(names[0]))
        continue;
      Polynomial right = fact.right;
      for (const auto &[name, number] : known)
        right = right.substitute(name, number);
      if (const auto number = right.constant())
        isNew |= known.emplace(names[0], *number).second;
    }
  }
  return known;
}

/// A size that is no more: sizes of the launch that are subtracted have their greatest values.
Polynomial Prover::atLaunchLimits(const Polynomial &size) const {
  constexpr int64_t MostThreads = 1024;
  const auto width = numbers().find("blockDim.x");
  const bool isKnownWide = width != numbers().end() && width->second > 0;
  const int64_t mostInX = isKnownWide ? INT32_MAX / width->second : INT32_MAX;
  Polynomial result;
  for (const Polynomial &summand : size.summands()) {
    Polynomial factor = summand;
    int64_t threads = 1, blocks = 1;
    bool isKnown = summand.isNegative();
    // A thread's index in the grid is an int (launch_checks.h).
    if (const auto rest = factor.quotient(withEqualities(threadsInX())); isKnown && rest) {
      factor = *rest;
      blocks = INT32_MAX;
    }
    for (const std::string &name : factor.symbols()) {
      const auto limit = name == "gridDim.x" ? mostInX : limitOf(name);
      const auto rest = limit ? factor.quotient(Polynomial::symbol(name)) : std::nullopt;
      isKnown &= rest && !rest->dependsOn(name) && blocks <= INT32_MAX;
      if (!isKnown)
        break;
      factor = *rest;
      if (name.starts_with("blockDim."))
        threads = std::min(threads * *limit, MostThreads);
      else
        blocks *= *limit;
    }
    constexpr int64_t Most = 1 << 16; // of a factor, that nothing exceeds 64 bits
    const bool isSmall =
        isKnown && blocks <= INT32_MAX && factor.constant().value_or(-Most) > -Most;
    result += isSmall ? factor * Polynomial(threads * blocks) : summand;
  }
  return result;
}

Polynomial Prover::withEqualities(Polynomial size) const {
  const auto &known = numbers();
  for (const std::string &name : known.empty() ? std::vector<std::string>() : size.symbols()) {
    const auto *quotient = size.quotientOf(name);
    const auto dividend = quotient ? quotient->dividend.symbols() : std::vector<std::string>();
    const auto number = known.find(name);
    const auto by = quotient ? quotient->divisor.constant() : std::nullopt;
    const auto whole = dividend.size() == 1 ? known.find(dividend[0]) : known.end();
    if (number != known.end())
      size = size.substitute(name, number->second);
    else if (whole != known.end() && by && *by > 0 && !quotient->remainder &&
             quotient->dividend == Polynomial::symbol(dividend[0]))
      size = size.substitute(name, whole->second / *by);
  }
  for (const Precondition &fact : checks) {
    if (!fact.equal)
      continue;
    for (const std::string &name : fact.left.symbols())
      if (size.dependsOn(name) && fact.left == Polynomial::symbol(name) &&
          !fact.left.quotientOf(name) && !fact.right.dependsOn(name))
        size = size.substitute(name, fact.right);
  }
  return size;
}

bool Prover::provesNotNegative(const Polynomial &whole) const {
  if (const auto number = whole.constant())
    return *number >= 0;
  const auto [answer, isNew] = proved.try_emplace(whole, false);
  if (isNew)
    answer->second = follows(whole);
  return answer->second;
}

/// From what is known of parameters, or that and one demand.
bool Prover::follows(const Polynomial &whole) const {
  const Polynomial bounded = atLaunchLimits(withEqualities(whole));
  if (holdsByLeast(whole) || (bounded != whole && holdsByLeast(bounded)))
    return true;
  std::set<std::string> names = whole.names();
  names.merge(withEqualities(whole).names());
  for (size_t number = 0; number < checks.size(); ++number)
    if (const Precondition &fact = checks[number];
        !fact.equal && isAbout(number, names) && holdsByLeast(whole - fact.left + fact.right))
      return true;
  return false;
}

/// Other facts say nothing of sizes that are made of these.
bool Prover::isAbout(size_t fact, const std::set<std::string> &names) const {
  for (size_t number = namesOfChecks.size(); number < checks.size(); ++number) {
    const Polynomial sum = checks[number].left - checks[number].right;
    namesOfChecks.push_back(sum.names());
    namesOfChecks.back().merge(withEqualities(sum).names());
  }
  return std::ranges::any_of(
      names, [&](const std::string &name) { return namesOfChecks[fact].contains(name); });
}

bool Prover::holdsByLeast(const Polynomial &whole, int depth) const {
  // Counted from the least value of each parameter on: then no summand may be negative.
  const Polynomial size = withEqualities(whole);
  Polynomial raised = size;
  bool isKnown = true;
  for (const std::string &name : size.symbols()) {
    auto known = leastOf(name);
    if (size.quotientOf(name)) // of sizes that are not negative: whoever makes one demands that
      known = std::max(known.value_or(0), int64_t(0));
    isKnown &= known.has_value();
    raised = raised.substitute(name, Polynomial::symbol(name) + known.value_or(0));
  }
  return (isKnown && (raised.isZero() || (Polynomial(0) - raised).isNegative())) ||
         holdsByRemainder(size, depth);
}

/// d (x / d) is at most x, and at least x - d + 1.
bool Prover::holdsByRemainder(const Polynomial &size, int depth) const {
  constexpr int Most = 2;
  if (depth == Most)
    return false;
  for (const std::string &name : size.symbols()) {
    const auto *quotient = size.quotientOf(name);
    const auto part = quotient && !quotient->remainder ? size.affineIn(name) : std::nullopt;
    if (!part)
      continue;
    if (!quotient->divisor.constant()) {
      const auto times = part->coefficient.quotient(quotient->divisor);
      if (const auto less = times ? times->constant() : std::nullopt;
          less && *less < 0 && holdsByLeast(part->rest + quotient->dividend * *less, depth + 1))
        return true;
      continue;
    }
    const auto number = part->coefficient.constant();
    if (!number)
      continue;
    // Nothing is gained where the rest is of other sizes.
    const Polynomial dividend = withEqualities(quotient->dividend);
    const bool isShared = std::ranges::any_of(
        dividend.symbols(), [&](const std::string &size) { return part->rest.dependsOn(size); });
    if (dividend.dependsOn(name) || !isShared)
      continue;
    const Polynomial least =
        *number < 0 ? quotient->dividend : quotient->dividend - quotient->divisor + 1;
    if (holdsByLeast(part->rest * quotient->divisor + least * *number, depth + 1))
      return true;
  }
  return false;
}

/// A number that the size is at most, as demands say.
std::optional<int64_t> Prover::mostOf(const Polynomial &size) const {
  auto most = size.constant();
  for (const Precondition &fact : checks) {
    const auto room = fact.left.constant();
    if (fact.equal || !room || *room < 0)
      continue;
    const auto part = fact.right.quotient(size), times = size.quotient(fact.right);
    const int64_t divisor = part ? part->constant().value_or(0) : 0;
    const int64_t factor = times ? times->constant().value_or(0) : 0;
    constexpr int64_t Most = INT32_MAX;
    if (divisor > 0)
      most = std::min(most.value_or(INT64_MAX), *room / divisor);
    else if (factor > 0 && factor <= Most && *room <= Most)
      most = std::min(most.value_or(INT64_MAX), *room * factor);
  }
  for (const std::string &name : size.symbols()) {
    const auto *quotient = size.quotientOf(name);
    const auto factor = size.quotient(Polynomial::symbol(name));
    const auto times = factor ? factor->constant() : std::nullopt;
    if (!quotient || quotient->remainder || !times || *times < 1 || *times > INT32_MAX)
      continue;
    auto whole = mostOf(quotient->dividend);
    const auto by = quotient->divisor.constant();
    const auto names = quotient->dividend.symbols();
    const auto limit = names.size() == 1 && quotient->dividend == Polynomial::symbol(names[0])
                           ? limitOf(names[0])
                           : std::nullopt;
    if (limit)
      whole = std::min(whole.value_or(INT64_MAX), *limit);
    if (whole && by && *by > 0 && *whole <= INT32_MAX)
      most = std::min(most.value_or(INT64_MAX), *whole / *by * *times);
  }
  return most;
}

std::optional<int64_t> Prover::onlyValueOf(const std::string &name) const {
  const Polynomial size = Polynomial::symbol(name);
  if (const auto number = withEqualities(size).constant())
    return number;
  const auto most = mostOf(size);
  const auto least = leastOf(name);
  return least == most ? most : std::nullopt;
}

/// A sum that is no more, in which x % d has its least value wherever x / d is. First come those
/// after which nothing is left of x / d. What sizes are taken to be not negative is added to
/// `taken`.
Affine Prover::withoutRemainders(Affine sum, std::vector<Polynomial> &taken) const {
  const auto withoutOne = [&](SymbolId id, bool wholly) {
    const auto digit = digitOf(sum, id, symbols);
    const auto parts = [&](const Affine &of) { return of.coefficient(id).summands().size(); };
    // With a size as its factor, only a remainder is looked for.
    if (!digit || (wholly ? parts(digit->rest) >= parts(sum) || digit->factor.summands().size() > 1
                          : !digit->factor.constant()))
      return false;
    const bool falls = digit->factor.isNegative();
    const Polynomial factor = falls ? Polynomial(0) - digit->factor : digit->factor;
    if (!provesNotNegative(factor))
      taken.push_back(factor);
    sum = digit->rest - Affine(falls ? (digit->divisor - 1) * factor : Polynomial(0));
    return true;
  };
  const auto first = [&](bool wholly) {
    std::vector<SymbolId> ids;
    for (const auto &[id, coefficient] : sum.coefficients())
      ids.push_back(id);
    if (!wholly)
      std::ranges::reverse(ids);
    return std::ranges::any_of(ids, [&](SymbolId id) { return withoutOne(id, wholly); });
  };
  while (first(true) || first(false))
    ;
  return sum;
}

/// What the quotient of the sum is at most: a size, and a number.
std::vector<Polynomial> Prover::mostOf(const Affine &dividend, const Polynomial &divisor) const {
  std::vector<Polynomial> taken;
  const Affine opposite = Affine() - dividend, whole = withoutRemainders(opposite, taken);
  std::vector<Affine> all = {opposite};
  if (whole != opposite && taken.empty())
    all.insert(all.begin(), whole);
  std::vector<Polynomial> found;
  for (const Affine &sum : all) {
    const auto lowest = least(sum);
    if (!lowest || !lowest->taken.empty())
      continue;
    const Polynomial size = Polynomial(1) - lowest->value, count = withEqualities(size);
    if (const auto exact = count.quotient(divisor))
      found.push_back(*exact - 1);
    auto number = mostOf(count);
    if (const auto other = mostOf(size); other && *other < number.value_or(INT64_MAX))
      number = other;
    if (const auto by = divisor.constant(); number && by && *by > 0 && *number > 0)
      found.emplace_back((*number - 1) / *by);
  }
  return found;
}

/// The least value of a sum in the box: each variable at the end that its coefficient asks for.
std::optional<Prover::Least> Prover::least(const Affine &sum) const {
  // d (x / d) is at most x, and x / d as well. Those that are made of others come first.
  for (const auto &[id, coefficient] : std::views::reverse(sum.coefficients())) {
    const Symbol &symbol = symbols[id];
    if (symbol.kind != SymbolKind::Quotient || !coefficient.isNegative())
      continue;
    const Polynomial falls = Polynomial(0) - coefficient;
    const Polynomial divisor = symbol.right.constant();
    const auto exact = coefficient.quotient(divisor);
    if (!exact)
      if (const auto most = mostOf(symbol.left, divisor); !most.empty())
        return least(sum - Affine(id) * coefficient + Affine(most[0] * coefficient));
    auto rest = least(sum - Affine(id) * coefficient + symbol.left * exact.value_or(coefficient));
    if (rest && !provesNotNegative(falls))
      rest->taken.push_back(falls); // the sizes in it may be negative
    return rest;
  }
  Least found{sum.constant(), {}};
  for (const auto &[id, coefficient] : sum.coefficients()) {
    const Symbol &symbol = symbols[id];
    if (symbol.kind == SymbolKind::Unknown || symbol.kind == SymbolKind::Extreme)
      return std::nullopt;
    if (provesNotNegative(coefficient))
      continue;
    const Polynomial falls = Polynomial(0) - coefficient;
    if (provesNotNegative(falls) || coefficient.isNegative()) {
      if (!symbol.extent)
        return std::nullopt;
      found.value += coefficient * (*symbol.extent - 1);
      if (!provesNotNegative(falls))
        found.taken.push_back(falls);
    } else {
      found.taken.push_back(coefficient);
    }
  }
  return found;
}

/// Least values of the sum, and of sums that are no more than it: x / d is at most that of the
/// greatest x, and d (x / d) at least x - d + 1.
std::vector<Prover::Least> Prover::leasts(const Affine &sum) const {
  std::vector<Least> found;
  std::vector<Polynomial> taken;
  if (const Affine digits = withoutRemainders(sum, taken); digits != sum)
    found = leastsOfQuotients(digits);
  for (Least &each : found)
    each.taken.insert(each.taken.end(), taken.begin(), taken.end());
  std::ranges::move(leastsOfQuotients(sum), std::back_inserter(found));
  return found;
}

std::vector<Prover::Least> Prover::leastsOfQuotients(const Affine &sum) const {
  constexpr size_t Most = 8;
  std::vector<Least> found;
  struct Below {
    Affine sum;
    std::vector<Polynomial> taken;
  };
  std::vector<Below> all = {{sum, {}}};
  for (const auto &[id, coefficient] : sum.coefficients()) {
    const Symbol &symbol = symbols[id];
    if (symbol.kind != SymbolKind::Quotient || all.size() >= Most)
      continue;
    const Polynomial divisor = symbol.right.constant();
    std::vector<Below> changes;
    const auto change = [&](const std::optional<Polynomial> &most) {
      Below made;
      for (const Polynomial &summand : coefficient.summands()) {
        const auto exact = summand.quotient(divisor);
        if (summand.isNegative() && most) {
          made.sum = made.sum + Affine(summand * *most) - Affine(id) * summand;
          if (!provesNotNegative(Polynomial(0) - summand))
            made.taken.push_back(Polynomial(0) - summand);
        } else if (exact && provesNotNegative(*exact)) {
          made.sum = made.sum + (symbol.left - Affine(divisor - 1)) * *exact - Affine(id) * summand;
        }
      }
      if (made.sum != Affine())
        changes.push_back(std::move(made));
    };
    const auto greatest = mostOf(symbol.left, divisor);
    for (const Polynomial &most : greatest)
      change(most);
    if (greatest.empty())
      change(std::nullopt);
    for (size_t number = 0, count = all.size(); number < count; ++number)
      for (const Below &each : changes) {
        Below next{all[number].sum + each.sum, all[number].taken};
        next.taken.insert(next.taken.end(), each.taken.begin(), each.taken.end());
        all.push_back(std::move(next));
      }
  }
  for (const Below &below : all)
    if (auto bound = least(below.sum)) {
      bound->taken.insert(bound->taken.end(), below.taken.begin(), below.taken.end());
      found.push_back(std::move(*bound));
    }
  return found;
}

/// A sum that is no more where the guards hold: x / d is at most (n - 1) / d where x is below n.
static Affine withDigitsGuarded(Affine sum, const Guards &guards, const Symbols &symbols) {
  const Affine whole = sum;
  for (const auto &[id, coefficient] : whole.coefficients()) {
    const auto factor = coefficient.constant();
    if (symbols[id].kind != SymbolKind::Quotient || factor.value_or(0) >= 0)
      continue;
    const auto by = symbols[id].right.constant().constant();
    for (const Affine &guard : guards) {
      const Affine room = guard + symbols[id].left;
      const auto number = room.isUniform() ? room.constant().constant() : std::nullopt;
      if (!number || *number < 1 || !by || *by < 1)
        continue;
      sum = sum - Affine(id) * coefficient + Affine((*number - 1) / *by * *factor);
      break;
    }
  }
  return sum;
}

/// With what guards of quotients say of what is divided: x is below d n where x / d is below n.
static Guards withDividendsGuarded(const Guards &guards, const Symbols &symbols) {
  Guards all = guards;
  for (const Affine &guard : guards)
    for (const auto &[id, coefficient] : guard.coefficients())
      if (symbols[id].kind == SymbolKind::Quotient && coefficient == Polynomial(-1))
        all.push_back((guard + Affine(id)) * symbols[id].right.constant() - symbols[id].left);
  return all;
}

/// How often the guard can be taken from the sum: as often as one of its parts is in it.
static int64_t timesIn(const Affine &sum, const Affine &guard) {
  for (const auto &[id, coefficient] : guard.coefficients())
    if (const auto times = sum.coefficient(id).quotient(coefficient))
      if (const auto number = times->constant(); number && *number > 1)
        return *number;
  return 1;
}

bool Prover::provesNotNegative(const Affine &sum, const Guards &guards) const {
  const auto holds = [&](const Affine &one) {
    return std::ranges::any_of(leasts(one), [&](const Least &bound) {
      return bound.taken.empty() && provesNotNegative(bound.value);
    });
  };
  const auto holdsGuarded = [&](const Affine &one, const Guards &all) {
    return holds(one) || std::ranges::any_of(all, [&](const Affine &guard) {
             const int64_t times = timesIn(one, guard);
             return holds(one - guard + Affine(1)) ||
                    (times > 1 && holds(one - guard * Polynomial(times) + Affine(times)));
           });
  };
  if (holdsGuarded(sum, guards))
    return true;
  const bool hasDigits = !guards.empty() && symbols.contains(sum, SymbolKind::Quotient);
  std::vector<Polynomial> taken;
  const Affine whole = hasDigits ? withoutRemainders(sum, taken) : sum;
  const auto holdsByDigits = [&](const Affine &one) {
    const Affine guarded = withDigitsGuarded(one, guards, symbols);
    return guarded != one && holdsGuarded(guarded, guards);
  };
  if (hasDigits && (holdsByDigits(sum) || (taken.empty() && holdsByDigits(whole))))
    return true;
  const Guards all = withDividendsGuarded(guards, symbols);
  return all.size() > guards.size() &&
         holdsGuarded(sum, {all.begin() + static_cast<long>(guards.size()), all.end()});
}

bool Prover::implies(const Guards &guards, const Affine &guard) const {
  return std::ranges::find(guards, guard) != guards.end() ||
         provesNotNegative(guard - Affine(1), guards);
}

/// Where the sum is not negative, sizes of data are below a number that is far from what a type
/// holds: `64 - 8 n`.
static bool keepsSmall(const Polynomial &sum) {
  int64_t room = 0;
  bool falls = false;
  for (const Polynomial &summand : sum.summands())
    if (const auto number = summand.constant())
      room = *number;
    else if (summand.isNegative())
      falls |= !std::ranges::all_of(summand.names(), isOfLaunch);
    else if (!std::ranges::all_of(summand.names(), isOfLaunch))
      return false;
  return falls && room < INT32_MAX;
}

bool Prover::demandNotNegative(const Affine &sum, const Guards &guards) {
  if (provesNotNegative(sum, guards))
    return true;
  std::optional<Least> bound; // the best of those that are known
  const auto isPossible = [&](const Least &one) {
    return !provesNotNegative(Polynomial(-1) - one.value);
  };
  const auto sizes = [](const Least &one) { // that a check would be about
    const auto names = one.value.symbols();
    return std::tuple(keepsSmall(one.value) || std::ranges::any_of(one.taken, keepsSmall),
                      static_cast<size_t>(std::ranges::count_if(names, std::not_fn(isOfLaunch))) +
                          one.taken.size(),
                      names.size());
  };
  for (const Least &one : leasts(sum)) {
    if (bound && !isPossible(one))
      continue;
    if (!bound || !isPossible(*bound) || sizes(one) < sizes(*bound) ||
        (sizes(one) == sizes(*bound) && provesNotNegative(one.value - bound->value)))
      bound = one;
  }
  for (const Affine &guard : guards)
    if (!bound)
      bound = least(sum - guard + Affine(1));
  if (!bound || !isPossible(*bound))
    return false;
  for (const Polynomial &size : bound->taken)
    check(size, Polynomial(0), false);
  if (!provesNotNegative(bound->value))
    check(bound->value, Polynomial(0), false);
  return true;
}

bool Prover::demandAtLeast(const Polynomial &left, const Polynomial &right) {
  return demandNotNegative(Affine(left - right));
}

bool Prover::demandEqual(const Polynomial &left, const Polynomial &right) {
  const auto difference = (left - right).constant();
  if (difference)
    return *difference == 0;
  check(left, right, true);
  return true;
}

std::optional<Polynomial> Prover::demandQuotient(const Polynomial &size,
                                                 const Polynomial &divisor) {
  if (const auto exact = exactQuotient(size, divisor))
    return exact;
  if (const auto number = size.constant(), by = divisor.constant(); number && by)
    return std::nullopt;
  if (!demandAtLeast(divisor, 1) || !demandAtLeast(size, 0))
    return std::nullopt;
  const Polynomial quotient = Polynomial::symbol({size, divisor, false, !divisor.constant()});
  check(size, quotient * divisor, true);
  return quotient;
}

/// Sums with few negative summands, moved to the other side, are what a reader expects.
void Prover::check(Polynomial left, Polynomial right, bool equal) {
  if (!equal) {
    const Polynomial difference = left - right;
    left = right = Polynomial(0);
    for (const Polynomial &summand : difference.summands())
      if (summand.isNegative())
        right += Polynomial(0) - summand;
      else
        left += summand;
  }
  const Precondition fact{left, right, equal};
  if (std::ranges::find(checks, fact) != checks.end())
    return;
  checks.push_back(fact);
  forgetAnswers();
  // Neither is less than the other.
  const auto isOpposite = [&](const Precondition &other) {
    return !other.equal && other.left == right && other.right == left;
  };
  if (!equal && std::ranges::any_of(checks, isOpposite)) {
    const auto names = left.symbols();
    const bool isName = names.size() == 1 && left == Polynomial::symbol(names[0]);
    checks.push_back(isName ? Precondition{left, right, true} : Precondition{right, left, true});
  }
}

} // namespace warpsmith::frontend::index
