#include "rewriter/ir/Contraction.h"
#include <sstream>

namespace warpsmith {
namespace {

std::string access(const Matrix &matrix, const char *first, const char *second) {
  const Polynomial index = matrix.offset + matrix.stride[0] * Polynomial::symbol(first) +
                           matrix.stride[1] * Polynomial::symbol(second);
  return matrix.name + "[" + index.str() + "]: " + std::string(shortName(matrix.type));
}

std::string owner(const ThreadAxis &axis) {
  const std::string name(1, axis.axis);
  return "blockIdx." + name + " * " + axis.block.factor() + " + threadIdx." + name;
}

} // namespace

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
  out << "contraction " << kernel << "\n";
  out << "  domain   %m < " << m.str() << ", %n < " << n.str() << ", %k < " << k.str() << "\n";
  out << "  A        " << access(a, "%m", "%k") << "\n";
  out << "  B        " << access(b, "%k", "%n") << "\n";
  out << "  C        " << access(c, "%m", "%n") << "\n";
  out << "  start    " << describe(*initial) << "\n";
  out << "  step     " << describe(*update) << "\n";
  out << "  result   " << describe(*result) << "\n";
  out << "  sum      " << shortName(sum) << (sumInOutput ? ", in C at every step" : ", local")
      << "\n";
  out << "  threads  %m = " << owner(row) << ", %n = " << owner(column) << "\n";
  for (const auto &[name, value] : constants)
    out << "  constant " << name << " = " << value << "\n";
  for (const Launch &launch : launches)
    out << "  launch   line " << launch.location.line << "\n";
  return out.str();
}

} // namespace warpsmith
