#include "rewriter/ir/Contraction.h"
#include <sstream>

namespace warpsmith {
namespace {

std::string access(const Matrix &matrix, const char *first, const char *second) {
  const Polynomial index = matrix.offset + matrix.stride[0] * Polynomial::symbol(first) +
                           matrix.stride[1] * Polynomial::symbol(second) +
                           matrix.batchStride * Polynomial::symbol("%b");
  return matrix.name + "[" + index.str() + "]: " + std::string(shortName(matrix.type));
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

int Matrix::contiguous() const {
  if (stride[1].constant() == 1)
    return 1;
  return stride[0].constant() == 1 ? 0 : -1;
}

std::optional<int64_t> Contraction::knownSteps() const {
  Polynomial steps = k;
  for (const auto &[name, value] : constants)
    steps = steps.substitute(name, Polynomial(value));
  return steps.constant();
}

std::string Contraction::str() const {
  std::ostringstream out;
  out << "contraction " << kernel << templateArguments << "\n";
  out << "  domain   %m < " << m.str() << ", %n < " << n.str() << ", %k < " << k.str();
  if (batch.constant() != 1)
    out << ", %b < " << batch.str();
  if (region != Region::Full)
    out << ", %m " << comparison(region) << " %n";
  out << "\n";
  out << "  A        " << access(a, "%m", "%k") << "\n";
  out << "  B        " << access(b, "%k", "%n") << "\n";
  if (!second.empty()) {
    out << "  A2       " << access(second[0], "%m", "%k") << "\n";
    out << "  B2       " << access(second[1], "%k", "%n") << "\n";
  }
  out << "  C        " << access(c, "%m", "%n") << "\n";
  for (size_t index = 0; index < extras.size(); ++index)
    out << "  E" << index << "       " << access(extras[index], "%m", "%n") << "\n";
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
  for (const std::string &condition : conditions)
    out << "  when     " << condition << "\n";
  for (const auto &[name, text] : derived)
    out << "  derived  " << name << " = " << text << "\n";
  for (const auto &[name, value] : constants)
    out << "  constant " << name << " = " << value << "\n";
  for (const Launch &launch : launches)
    out << "  launch   line " << launch.location.line << "\n";
  for (const Precondition &fact : preconditions)
    out << "  requires " << fact.left.str() << (fact.equal ? " == " : " >= ") << fact.right.str()
        << "\n";
  return out.str();
}

} // namespace warpsmith
