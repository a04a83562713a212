/// The structure that a rewrite instantiates kernel files with, where it includes them: what the
/// kernel is given, and what the files ask of a `Problem`.
#pragma once

#include "rewriter/emit/Template.h"
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpsmith {

/// Types and numbers by name, as text: what a Problem says (`Parts` is `1`, `A` is `__half`), or
/// the arguments of a tile.
using NamedValues = std::map<std::string, std::string, std::less<>>;

/// A function of the Problem: from the texts of a call's arguments, what stands in its place.
using MemberFunction = std::function<std::string(const std::vector<std::string> &arguments)>;
using MemberFunctions = std::map<std::string, MemberFunction, std::less<>>;

/// Each of `int m, const float *a`, with its name.
std::vector<std::pair<std::string, std::string>> namedParameters(const std::string &parameters);

/// `, int m, int n, float *c` as members, neighbours of one type in one declaration.
std::string memberDeclarations(const std::string &parameters);

/// What is known of a Problem as its types and constants.
std::string constantDeclarations(const NamedValues &known);

/// The numbers of a batch of one product, and `further` ones behind their count: ", plane = 0".
std::string singleProduct(const std::string &further = {});

/// A function of a Problem.
struct ProblemFunction {
  std::string head; ///< `float finish`
  std::vector<std::pair<std::string, std::string>>
      parameters;        ///< types and names; a type may hold its name
  std::string statement; ///< `return sum;`
  bool onHost = false;   ///< the launch calls it, too
};

/// Its text. Parameters that it does not use have no names.
std::string functionText(const ProblemFunction &function);

/// A Problem for the kernel file `file`. Parameters that a function does not use have no names. Of
/// a single product some files ask for the numbers of a batch.
std::string problemStructure(const std::string &file, const NamedValues &known,
                             const std::string &members,
                             const std::vector<ProblemFunction> &functions, bool isSingle = false);

/// `wmma::WmmaTile<Problem, 128, 64>` of the name of a template that `text` declares, from the
/// values of its parameters. Those at the end that have their defaults go.
std::string tileInstance(const std::string &name, std::string_view text, const NamedValues &values);

/// A kernel that hands its parameters, as a Problem, to the device function `compute` of a kernel
/// file: as parameters of its own, pointers are known not to overlap. `signature` has what a
/// kernel's bounds and body are filled with, and `parameters` follow a comma each. The kernel is a
/// template that knows whether rows are aligned.
std::string kernelOfProblem(const std::string &compute, const std::string &parameters,
                            const Substitutions &signature);

} // namespace warpsmith
