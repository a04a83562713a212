/// Takes the layers of a specialised kernel file away, which are of use to many kernels and in the
/// way of one: what reads as a library there is a single kernel in the output.
#pragma once

#include "rewriter/emit/Specialise.h"
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpsmith {

/// A function of the Problem: from the texts of a call's arguments, what stands in its place.
using MemberFunction = std::function<std::string(const std::vector<std::string> &arguments)>;
using MemberFunctions = std::map<std::string, MemberFunction, std::less<>>;

/// Each call `problem.f(a, b)` of one of the functions becomes what it gives for the arguments.
std::string withoutMemberCalls(std::string_view text, std::string_view object,
                               const MemberFunctions &functions);

/// A function of the text that is called once is put in the place of the call, where
///   - it is a single `return E;`, or what it returns is returned (`return f(a);`), or it returns
///     nothing and the call is a statement, the last one if the function may return early;
///   - arguments are names, members or numbers, or the parameter is used once at most;
///   - nothing in it has the name of something that an argument names.
/// Template arguments that are not spelled must not be named in the function. Its comment goes. A
/// function without parameters that is no more than another call is put in the place of all of its
/// calls. Kernels stay, and so do the functions `kept`.
std::string withFunctionsInPlace(std::string_view text, const KernelFacts &facts,
                                 const std::set<std::string> &kept = {});

/// Each of `int m, const float *a`, with its name: as withMembersAsParameters takes them.
std::vector<std::pair<std::string, std::string>> namedParameters(const std::string &parameters);
/// The same for host code, without `__restrict__`: that matrices of kernels do not overlap makes no
/// difference to it.
std::vector<std::pair<std::string, std::string>>
hostParameters(std::vector<std::pair<std::string, std::string>> parameters);

/// `Problem problem`, a parameter, becomes one for each member, `problem.x` becomes `x`, and
/// `problem` as an argument all of them; `Problem{a, b}`, an argument, becomes `a, b`. Members are
/// texts of parameters, with their names.
std::string
withMembersAsParameters(std::string_view text, std::string_view structure, std::string_view object,
                        const std::vector<std::pair<std::string, std::string>> &members);

/// Without parameters that functions do not use, kernels excepted, the arguments for them, and
/// variables of functions that nothing uses, whose initialisers must have no effect.
std::string withoutUnusedVariables(std::string_view text);

/// Without parameters that kernels do not use, and without what launches give for them: a launch is
/// a call of `launch` or `launchDependent` whose last arguments are the kernel's, and one of those
/// before them is the kernel, or a variable that is initialised with it.
std::string withoutUnusedOfKernels(std::string_view text);

/// A structure of constants becomes constants of the namespace, without its assertions, and
/// `structure::X` becomes `X`.
std::string withConstantsOutside(std::string_view text, std::string_view structure);

/// Without the assertions of a structure.
std::string withoutAssertions(std::string_view text, std::string_view structure);

} // namespace warpsmith
