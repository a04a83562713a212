// A thread's own arrays: their elements are variables, and loops that number them are unrolled.
#include "rewriter/frontend/values/KernelRun.h"
#include <algorithm>

namespace warpsmith::frontend {

using index::Affine;

/// The variable of an element.
std::optional<int> KernelRun::elementOf(const OwnArray &array, const Affine &place) {
  const auto number = place.isUniform() ? place.constant().constant() : std::nullopt;
  return number && *number >= 0 && *number < array.elements
             ? std::optional(array.first + static_cast<int>(*number))
             : std::nullopt;
}

static const Term *rootOf(const Term *place) {
  while (place->kind == Term::Kind::Element || place->kind == Term::Kind::Offset)
    place = place->children[0].get();
  return place;
}

void KernelRun::collectPointers(const Statements &statements) {
  for (const Statement &each : statements) {
    if (each.kind == Statement::Kind::Assign && each.value->type.form == ValueType::Class::Pointer)
      pointers[each.variable].insert(rootOf(each.value.get()));
    collectPointers(each.body);
    collectPointers(each.otherwise);
  }
}

/// The names of all arrays that a variable may ever point to; false where they are not known.
bool KernelRun::mayPointTo(int variable, std::set<int> &seen, std::set<std::string> &found) const {
  const auto known = pointers.find(variable);
  if (known == pointers.end())
    return false;
  if (!seen.insert(variable).second)
    return true;
  return std::ranges::all_of(known->second, [&](const Term *root) {
    if (root->kind == Term::Kind::Array)
      found.insert(root->text);
    return root->kind == Term::Kind::Array ||
           (root->kind == Term::Kind::Variable &&
            mayPointTo(static_cast<int>(root->number), seen, found));
  });
}

/// The arrays that an element may be of.
std::vector<const OwnArray *> KernelRun::arraysOf(const Term &place) const {
  const Term *root = rootOf(&place);
  std::vector<const OwnArray *> all;
  const bool isVariable = root->kind == Term::Kind::Variable;
  const Value known = isVariable ? values[root->number] : Value();
  if (isVariable && known.kind == Value::Kind::Pointer) {
    const auto own = program.own.find(known.array);
    return own == program.own.end() ? all : std::vector{&own->second};
  }
  std::set<int> seen;
  std::set<std::string> found;
  const bool areKnown = isVariable && mayPointTo(static_cast<int>(root->number), seen, found);
  for (const auto &[name, array] : program.own)
    if (!areKnown || found.contains(name))
      all.push_back(&array);
  return all;
}

/// An element that nobody knows may be any of them.
bool KernelRun::storeOwn(const Statement &statement, const OwnArray &array, const Value &distance,
                         const Value &stored) {
  if (const auto element = elementOf(array, distance.integer)) {
    values[*element] = stored;
    return true;
  }
  for (int element = 0; element < array.elements; ++element)
    values[array.first + element] = Value::unknown("an element that may have been set");
  return fail(statement.location, "an element of the thread's own at an index that is not known");
}

static bool mentions(const Term &term, const std::set<int> &variables) {
  return (term.kind == Term::Kind::Variable && variables.contains(static_cast<int>(term.number))) ||
         std::ranges::any_of(term.children,
                             [&](const TermRef &child) { return mentions(*child, variables); });
}

bool KernelRun::numbersElements(const Term &term, const std::set<int> &numbers) const {
  const bool isElement = term.kind == Term::Kind::Element && !arraysOf(term).empty();
  return (isElement && mentions(term, numbers)) ||
         std::ranges::any_of(
             term.children, [&](const TermRef &child) { return numbersElements(*child, numbers); });
}

/// The loop's variable, or what is made of it, is in the subscript of an array of the thread's own.
bool KernelRun::numbersElements(const Statement &loop) const {
  if (program.own.empty())
    return false;
  std::set<int> numbers;
  for (const Statement &step : loop.otherwise)
    if (step.kind == Statement::Kind::Assign)
      numbers.insert(step.variable);
  const auto any = [&](const Statements &statements, const auto &self) -> bool {
    return std::ranges::any_of(statements, [&](const Statement &each) {
      if (each.kind == Statement::Kind::Assign && mentions(*each.value, numbers))
        numbers.insert(each.variable);
      return (each.value && numbersElements(*each.value, numbers)) ||
             (each.place && numbersElements(*each.place, numbers)) || self(each.body, self) ||
             self(each.otherwise, self);
    });
  };
  return any(loop.body, any);
}

bool KernelRun::unrolled(const Statement &statement) {
  constexpr int Most = 64;
  for (int step = 0; step < Most; ++step) {
    const Value condition = value(statement.value);
    const bool isKnown = condition.kind == Value::Kind::Truth &&
                         (condition.truth->is(true) || condition.truth->is(false));
    if (!isKnown)
      break;
    if (condition.truth->is(false))
      return true;
    if (!all(statement.body) || !all(statement.otherwise))
      return false;
  }
  std::set<int> assigned;
  collectAssigned(statement.body, assigned);
  collectAssigned(statement.otherwise, assigned);
  for (const int variable : assigned)
    values[variable] = Value::unknown("a value of a loop that numbers elements");
  return fail(statement.location,
              "a loop that numbers elements of the thread's own, of which the steps are not known");
}

} // namespace warpsmith::frontend
