// A thread's own arrays: their elements are variables, and loops that number them are unrolled.
#include "rewriter/frontend/values/KernelRun.h"
#include <algorithm>
#include <iterator>

namespace warpsmith::frontend {

using index::Affine;

/// The variable of an element. In shared memory the thread has one, at its own place.
std::optional<int> KernelRun::elementOf(const std::string &name, const Affine &place) const {
  const OwnArray &array = ownArrays.at(name);
  const auto known = elementsOfThread.find(name);
  const Affine distance = known == elementsOfThread.end() ? place : place - known->second;
  const auto number = distance.isUniform() ? distance.constant().constant() : std::nullopt;
  return number && *number >= 0 && *number < array.elements
             ? std::optional(array.first + static_cast<int>(*number))
             : std::nullopt;
}

static const Term *rootOf(const Term *place) {
  while (place->kind == Term::Kind::Element || place->kind == Term::Kind::Offset ||
         (place->kind == Term::Kind::Convert && place->type.form == ValueType::Class::Pointer))
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

/// The arrays that an element may be of, where those variables need not be what they are now.
std::vector<const OwnArray *> KernelRun::arraysOf(const Term &place,
                                                  const std::set<int> &changing) const {
  const Term *root = rootOf(&place);
  std::vector<const OwnArray *> all;
  // Numbers are addresses in shared memory.
  if (!place.children.empty() && place.children[0]->type.form == ValueType::Class::Integer)
    return all;
  const bool isVariable = root->kind == Term::Kind::Variable;
  const bool isFixed = isVariable && !changing.contains(static_cast<int>(root->number));
  const Value known = isFixed ? values[root->number] : Value();
  if (isVariable && known.kind == Value::Kind::Pointer) {
    const auto own = ownArrays.find(known.array);
    return own == ownArrays.end() ? all : std::vector{&own->second};
  }
  if (root->kind == Term::Kind::Array) {
    const auto own = ownArrays.find(root->text);
    return own == ownArrays.end() ? all : std::vector{&own->second};
  }
  std::set<int> seen;
  std::set<std::string> found;
  const bool areKnown = isVariable && mayPointTo(static_cast<int>(root->number), seen, found);
  for (const auto &[name, array] : ownArrays)
    if (!areKnown || found.contains(name))
      all.push_back(&array);
  return all;
}

/// Each of its elements may have been set.
void KernelRun::forget(const OwnArray &array) {
  for (int element = 0; element < array.elements; ++element)
    values[array.first + element] = Value::unknown("an element that may have been set");
}

/// An element that nobody knows may be any of them.
bool KernelRun::storeOwn(const Statement &statement, const std::string &name, const Affine &place,
                         const Value &stored, ElementType type) {
  const OwnArray &array = ownArrays.at(name);
  if (const auto element = elementOf(name, place)) {
    const ExpressionRef inMemory = elementsOfThread.contains(name) ? number(stored, type) : nullptr;
    values[*element] = bounded(inMemory ? Value::of(inMemory) : stored);
    return true;
  }
  forget(array);
  const std::string text = program.source.knows(statement.location)
                               ? program.source.textAt(statement.location) + " "
                               : "";
  return fail(statement.location, "which element " + text + "of a local array is, is not known");
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

/// Adds the integers that the statements look at before they have certainly been set in them.
static void collectUsed(const std::vector<Statement> &statements, std::set<int> &isSet,
                        std::set<int> &used) {
  const auto look = [&](const TermRef &term, const auto &self) -> void {
    if (!term)
      return;
    if (term->kind == Term::Kind::Variable && term->type.form == ValueType::Class::Integer &&
        !isSet.contains(static_cast<int>(term->number)))
      used.insert(static_cast<int>(term->number));
    for (const TermRef &child : term->children)
      self(child, self);
  };
  for (const Statement &each : statements) {
    look(each.value, look);
    look(each.place, look);
    std::set<int> inBody = isSet, inOther = isSet;
    collectUsed(each.body, inBody, used);
    if (each.kind == Statement::Kind::Loop)
      inOther = inBody;
    collectUsed(each.otherwise, inOther, used);
    if (each.kind == Statement::Kind::If)
      std::ranges::set_intersection(inBody, inOther, std::inserter(isSet, isSet.end()));
    if (each.kind == Statement::Kind::Assign)
      isSet.insert(each.variable);
  }
}

/// The loop's variable, or what is made of it, is in the subscript of an array of the thread's own.
/// So may be a variable that counts on from step to step, if it is known how many there are.
bool KernelRun::numbersElements(const Statement &loop) {
  if (ownArrays.empty())
    return false;
  std::set<int> numbers;
  for (const Statement &step : loop.otherwise)
    if (step.kind == Statement::Kind::Assign)
      numbers.insert(step.variable);
  if (numbersElements(loop, numbers))
    return true;
  const Value condition = value(loop.value);
  if (condition.kind != Value::Kind::Truth || condition.truth->kind != Formula::Kind::Constant)
    return false;
  std::set<int> isSet, used;
  collectUsed(loop.body, isSet, used);
  const std::set<int> assigned = assignedIn(loop);
  std::ranges::set_intersection(used, assigned, std::inserter(numbers, numbers.end()));
  return numbersElements(loop, numbers);
}

bool KernelRun::numbersElements(const Statement &loop, std::set<int> numbers) const {
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

/// The steps one by one. What is done after one that may be the last depends on its condition.
bool KernelRun::unrolled(const Statement &statement, int step, int conditions) {
  constexpr int Most = 64, MostConditions = 16;
  if (statement.isBroken && !trying)
    return fail(statement.location,
                "'break' inside of a loop that numbers elements of the thread's own");
  const Value condition = step < Most ? value(statement.value) : Value();
  const bool isTruth = condition.kind == Value::Kind::Truth;
  if (isTruth && condition.truth->is(false))
    return true;
  const bool isCertain = isTruth && condition.truth->is(true);
  const auto rest = [&] {
    return all(statement.body) && all(statement.otherwise) &&
           unrolled(statement, step + 1, conditions + (isCertain ? 0 : 1));
  };
  if (isCertain)
    return rest();
  if (isTruth && conditions < MostConditions)
    return either(condition.truth, rest, [] { return true; });
  for (const int variable : assignedIn(statement))
    values[variable] = Value::unknown("a value of a loop that numbers elements");
  return fail(statement.location,
              "a loop over elements of a local array, of which the steps are not known");
}

} // namespace warpsmith::frontend
