#include "rewriter/ir/Contraction.h"
#include "rewriter/ir/SizesInMemory.h"
#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

namespace warpsmith {
namespace {

constexpr const char *Arrow = "->";

/// A group as an access names it: `m`.
struct NamedGroup {
  const char *name;
  const IndexGroup &group;
  const Strides &strides;
};

Polynomial moved(Polynomial offset, const std::vector<NamedGroup> &groups) {
  for (const auto &[name, group, strides] : groups)
    for (size_t index = 0; index < strides.all().size(); ++index)
      offset += strides.all()[index] * Polynomial::symbol(group.symbol(name, index));
  return offset;
}

std::string access(const Contraction &contraction, const Matrix &matrix, const char *first,
                   const char *second) {
  const auto group = [&](const char *name) -> const IndexGroup & {
    return *name == 'm' ? contraction.m : *name == 'n' ? contraction.n : contraction.k;
  };
  const Polynomial index = moved(matrix.offset, {{first, group(first), matrix.strides[0]},
                                                 {second, group(second), matrix.strides[1]},
                                                 {"b", contraction.batch, matrix.batchStrides}});
  std::string text = matrix.name + "[" + index.str() + "]: " + std::string(shortName(matrix.type));
  for (const PaddedPlace &place : matrix.places)
    text += std::string(&place == matrix.places.data() ? ", " : " and ") +
            (&place == matrix.places.data()
                 ? matrix.padding == Padding::Skipped ? "skipped unless " : "zero unless "
                 : "") +
            "0 <= " +
            moved(place.offset, {{first, group(first), place.strides[0]},
                                 {second, group(second), place.strides[1]}})
                .str() +
            " < " + place.extent.str();
  return text;
}

} // namespace

const char *comparison(Region region) {
  switch (region) {
  case Region::Full:
    return "";
  case Region::NotDiagonal:
    return "!=";
  case Region::Upper:
    return "<=";
  case Region::StrictlyUpper:
    return "<";
  case Region::Lower:
    return ">=";
  case Region::StrictlyLower:
    return ">";
  }
  return "";
}

std::string SourceLocation::str() const {
  return file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

const Polynomial &Strides::one() const {
  if (list.size() != 1)
    throw std::logic_error("a group of several indices has no one stride");
  return list[0];
}

std::optional<Polynomial> strideOfAll(const Strides &strides, const IndexGroup &group) {
  for (size_t index = 0; index + 1 < group.size(); ++index)
    if (strides.all()[index] != strides.all()[index + 1] * group.indices()[index + 1].extent)
      return std::nullopt;
  return strides.all().back();
}

bool Strides::areZero() const {
  return std::ranges::all_of(list, &Polynomial::isZero);
}

int Matrix::contiguous() const {
  if (strides[0].all().size() != 1 || strides[1].all().size() != 1)
    return -1;
  if (stride(1).constant() == 1)
    return 1;
  return stride(0).constant() == 1 ? 0 : -1;
}

bool Contraction::isPlain() const {
  const auto isPadded = [](const Matrix &matrix) { return matrix.padding != Padding::None; };
  return m.isPlain() && n.isPlain() && k.isPlain() && batch.isPlain() && !isPadded(a) &&
         !isPadded(b) && std::ranges::none_of(second, isPadded);
}

namespace {

/// A group with the strides of all that it indexes.
struct IndexedGroup {
  IndexGroup *group;
  std::vector<Strides *> strides;
};

/// Takes an index away that has one value, where others are left.
bool dropAt(const IndexedGroup &indexed, size_t index) {
  if (indexed.group->size() == 1 || indexed.group->indices()[index].extent.constant() != 1)
    return false;
  const auto without = [&](auto all) {
    all.erase(all.begin() + static_cast<long>(index));
    return all;
  };
  for (Strides *strides : indexed.strides)
    *strides = Strides(without(strides->all()));
  *indexed.group = IndexGroup(without(indexed.group->indices()));
  return true;
}

/// Makes one index of this one and the next, if one stride each is enough.
bool joinAt(const IndexedGroup &indexed, size_t outer) {
  const auto &indices = indexed.group->indices();
  const Polynomial &extent = indices[outer + 1].extent;
  for (const Strides *strides : indexed.strides)
    if (strides->all()[outer] != strides->all()[outer + 1] * extent)
      return false;
  std::vector<IndexGroup::Index> joined = indices;
  joined[outer].extent = joined[outer].extent * extent;
  if (!joined[outer + 1].name.empty())
    joined[outer].name += (joined[outer].name.empty() ? "" : " ") + joined[outer + 1].name;
  joined.erase(joined.begin() + static_cast<long>(outer) + 1);
  for (Strides *strides : indexed.strides) {
    std::vector<Polynomial> all = strides->all();
    all.erase(all.begin() + static_cast<long>(outer));
    *strides = Strides(std::move(all));
  }
  *indexed.group = IndexGroup(std::move(joined));
  return true;
}

} // namespace

Contraction flattened(Contraction contraction) {
  IndexedGroup m{&contraction.m, {&contraction.c.strides[0]}};
  IndexedGroup n{&contraction.n, {&contraction.c.strides[1]}};
  IndexedGroup k{&contraction.k, {}}, batch{&contraction.batch, {&contraction.c.batchStrides}};
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    Matrix &matrix = operand == 0   ? contraction.a
                     : operand == 1 ? contraction.b
                                    : contraction.second[operand - 2];
    const bool hasRows = operand % 2 == 0;
    (hasRows ? m : k).strides.push_back(&matrix.strides[0]);
    (hasRows ? k : n).strides.push_back(&matrix.strides[1]);
    batch.strides.push_back(&matrix.batchStrides);
    for (PaddedPlace &place : matrix.places) {
      (hasRows ? m : k).strides.push_back(&place.strides[0]);
      (hasRows ? k : n).strides.push_back(&place.strides[1]);
    }
  }
  for (Matrix &extra : contraction.extras) {
    m.strides.push_back(&extra.strides[0]);
    n.strides.push_back(&extra.strides[1]);
    batch.strides.push_back(&extra.batchStrides);
  }
  for (Position &position : contraction.positions) {
    m.strides.push_back(position.strides.data());
    n.strides.push_back(position.strides.data() + 1);
  }
  for (const IndexedGroup &indexed : {m, n, k, batch}) {
    for (size_t index = 0; index < indexed.group->size();)
      if (!dropAt(indexed, index))
        ++index;
    for (size_t outer = 0; outer + 1 < indexed.group->size();)
      if (!joinAt(indexed, outer))
        ++outer;
  }
  return contraction;
}

std::optional<int64_t> Contraction::knownSteps() const {
  Polynomial steps = k.extent();
  for (const auto &[name, value] : constants)
    steps = steps.substitute(name, Polynomial(value));
  return steps.constant();
}

std::string Contraction::str() const {
  std::ostringstream out;
  out << "contraction " << kernel << templateArguments << "\n";
  out << "  domain   " << m.str("m") << ", " << n.str("n") << ", " << k.str("k");
  if (isBatched())
    out << ", " << batch.str("b");
  if (region != Region::Full)
    out << ", %m " << comparison(region) << " %n";
  for (const StepBound &bound : stepBounds)
    out << ", %k " << (bound.isLower ? ">= " : "< ")
        << (Polynomial::symbol(bound.index == StepBound::Of::Row ? "%m" : "%n") + bound.offset)
               .str();
  out << "\n";
  out << "  A        " << access(*this, a, "m", "k") << "\n";
  out << "  B        " << access(*this, b, "k", "n") << "\n";
  if (!second.empty()) {
    out << "  A2       " << access(*this, second[0], "m", "k") << "\n";
    out << "  B2       " << access(*this, second[1], "k", "n") << "\n";
  }
  out << "  C        " << access(*this, c, "m", "n") << "\n";
  for (const Matrix &other : others)
    out << "  beside   " << access(*this, other, "m", "n") << "\n";
  for (size_t index = 0; index < extras.size(); ++index)
    out << "  E" << index << "       " << access(*this, extras[index], "m", "n") << "\n";
  for (size_t index = 0; index < positions.size(); ++index)
    out << "  P" << index << "       "
        << moved(positions[index].offset,
                 {{"m", m, positions[index].strides[0]}, {"n", n, positions[index].strides[1]}})
               .str()
        << "\n";
  out << "  start    " << describe(*initial) << "\n";
  out << "  step     " << describe(*update) << "\n";
  out << "  result   " << describe(*result) << "\n";
  if (diagonal)
    out << "  diagonal " << describe(*diagonal) << "\n";
  out << "  sum      " << shortName(sum) << (sumInOutput ? ", in C at every step" : ", local")
      << "\n";
  out << "  threads  %m = " << row.text << ", %n = " << column.text << "\n";
  if (!reordered.empty())
    out << "  order    " << reordered << "\n";
  if (const std::string given = flags.str(); !given.empty())
    out << "  flags    " << given << "\n";
  for (const Predicate &condition : conditions)
    out << "  when     " << condition.str() << "\n";
  for (const auto &[name, value] : derived)
    out << "  derived  " << name << " = " << print(*value) << "\n";
  for (const auto &[name, value] : constants)
    out << "  constant " << name << " = " << value << "\n";
  for (const Launch &launch : launches)
    out << "  launch   line " << launch.location.line << "\n";
  for (const Precondition &fact : preconditions)
    out << "  requires " << fact.left.str() << (fact.equal ? " == " : " >= ") << fact.right.str()
        << "\n";
  for (const std::string &pointer : structures)
    out << "  reads    *" << pointer << " on the device\n";
  return out.str();
}

bool namesStructure(const std::string &expression) {
  return expression.find(Arrow) != std::string::npos || !sizesInMemory(expression).empty();
}

namespace {

bool isOfIdentifier(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The pointers before each `->`.
std::set<std::string> pointersIn(const std::string &expression) {
  const auto isOfName = [&](size_t at) {
    const unsigned char c = expression[at];
    return std::isalnum(c) || c == '_' || c == '.' || expression.compare(at, 2, Arrow) == 0 ||
           (at > 0 && expression.compare(at - 1, 2, Arrow) == 0);
  };
  std::set<std::string> found;
  for (size_t at = expression.find(Arrow); at != std::string::npos;
       at = expression.find(Arrow, at + 1)) {
    size_t begin = at;
    while (begin > 0 && isOfName(begin - 1))
      --begin;
    found.insert(expression.substr(begin, at - begin));
  }
  return found;
}

} // namespace

std::vector<SizeInMemory> sizesInMemory(const std::string &expression) {
  std::vector<SizeInMemory> found;
  for (size_t open = expression.find('['); open != std::string::npos;
       open = expression.find('[', open + 1)) {
    size_t begin = open, end = open + 1;
    while (begin > 0 && isOfIdentifier(expression[begin - 1]))
      --begin;
    while (end < expression.size() && std::isdigit(static_cast<unsigned char>(expression[end])))
      ++end;
    if (begin < open && end > open + 1 && end < expression.size() && expression[end] == ']')
      found.push_back(
          {expression.substr(begin, open - begin), expression.substr(open + 1, end - open - 1)});
  }
  return found;
}

std::set<std::string> structuresIn(const std::string &expression) {
  std::set<std::string> found = pointersIn(expression);
  for (const SizeInMemory &size : sizesInMemory(expression))
    found.insert(size.pointer());
  return found;
}

namespace {

/// The sizes that a contraction's indices, strides and checks are made of.
std::vector<Polynomial> sizesOf(const Contraction &contraction) {
  std::vector<Polynomial> all;
  const auto add = [&](const Strides &strides) {
    all.insert(all.end(), strides.all().begin(), strides.all().end());
  };
  const auto addMatrix = [&](const Matrix &matrix) {
    all.push_back(matrix.offset);
    add(matrix.strides[0]);
    add(matrix.strides[1]);
    add(matrix.batchStrides);
    for (const PaddedPlace &place : matrix.places) {
      all.insert(all.end(), {place.offset, place.extent, place.stride});
      add(place.strides[0]);
      add(place.strides[1]);
    }
  };
  for (const IndexGroup *group :
       {&contraction.m, &contraction.n, &contraction.k, &contraction.batch})
    for (const IndexGroup::Index &index : group->indices())
      all.push_back(index.extent);
  for (const Matrix *matrix : {&contraction.a, &contraction.b, &contraction.c})
    addMatrix(*matrix);
  for (const std::vector<Matrix> *several :
       {&contraction.second, &contraction.others, &contraction.extras})
    for (const Matrix &matrix : *several)
      addMatrix(matrix);
  for (const StepBound &bound : contraction.stepBounds)
    all.push_back(bound.offset);
  for (const Position &position : contraction.positions)
    all.push_back(position.offset);
  for (const Precondition &fact : contraction.preconditions)
    all.insert(all.end(), {fact.left, fact.right});
  for (const IndexRange &range : contraction.ranges) {
    all.push_back(range.offset);
    for (const IndexRange::Index &index : range.indices)
      all.insert(all.end(), {index.coefficient, index.extent});
  }
  std::vector<ExpressionRef> expressions = {contraction.initial, contraction.update,
                                            contraction.result, contraction.diagonal};
  for (const auto &[name, value] : contraction.derived)
    expressions.push_back(value);
  for (const ExpressionRef &expression : expressions)
    if (expression)
      map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
        if (node->kind == Expression::Kind::Size)
          all.push_back(node->polynomial);
        return nullptr;
      });
  return all;
}

} // namespace

std::optional<SizeInMemory> sizeBehind(const std::string &pointer) {
  const size_t plus = pointer.find(" + ");
  if (!pointer.starts_with("(") || plus == std::string::npos)
    return std::nullopt;
  const size_t place = plus + 3;
  return SizeInMemory{pointer.substr(1, plus - 1),
                      pointer.substr(place, pointer.size() - place - 1)};
}

std::string behindPointer(const std::string &pointer) {
  const auto size = sizeBehind(pointer);
  return size ? "elements of '" + size->array + "'" : "members of '*" + pointer + "'";
}

std::set<std::string> structuresIn(const Polynomial &size) {
  std::set<std::string> found;
  for (const std::string &name : size.names())
    found.merge(structuresIn(name));
  return found;
}

std::set<std::string> structuresIn(const Contraction &contraction) {
  std::set<std::string> found = pointersIn(contraction.str());
  for (const Polynomial &size : sizesOf(contraction))
    found.merge(structuresIn(size));
  for (const Predicate &condition : contraction.conditions)
    found.merge(structuresIn(condition.str()));
  return found;
}

std::set<std::string> structuresOfSizes(const Contraction &contraction) {
  std::set<std::string> found;
  for (const IndexGroup *group :
       {&contraction.m, &contraction.n, &contraction.k, &contraction.batch})
    for (const IndexGroup::Index &index : group->indices())
      found.merge(structuresIn(index.extent));
  for (const Predicate &condition : contraction.conditions)
    found.merge(structuresIn(condition.str()));
  return found;
}

} // namespace warpsmith
