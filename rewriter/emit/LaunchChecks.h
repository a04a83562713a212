/// What is checked of a launch before generated code computes what the original would: on the host,
/// or by a kernel that keeps its launches on the device.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// Names of the checks' variables that do not collide with the original's parameters and macros:
/// $grid, $block, $sharedBytes, $rows and others.
Substitutions localNames(const Contraction &contraction);

/// The parameters of `launch`: the launch's own, and the original's.
std::string parameterList(const KernelPlan &plan, const Substitutions &values,
                          bool withStream = true);

/// How the launch spells sizes: it knows gridDim and blockDim by its own names.
Polynomial::Spelling inLaunch(const Substitutions &values);
std::string onHost(const Polynomial &polynomial, const Substitutions &values);

/// That the original's threads cover C. Each check follows an `&&`.
std::string coverage(const Contraction &contraction, const Substitutions &values);
/// Values that the original computes in a narrow or unsigned type must not have wrapped there. Each
/// check follows an `&&`.
std::string rangeChecks(const Contraction &contraction, const Substitutions &values);
/// Types are those of this parse, and another build may have others under the same name.
std::string typeAssertions(const Contraction &contraction);

/// What the device must be; each check is before an `&&`.
std::string deviceChecks(const KernelPlan &plan, const Substitutions &values);

/// Fills in $parameters, $original, $arguments, $otherwise and $fallback: what runs where the
/// kernel does not. Gives the arguments.
std::string addFallback(const KernelPlan &plan, Substitutions &values, const std::string &original);

/// What checksText() is filled with, $kernelArguments, which the kernel is given, and
/// $furtherAligned, what must be aligned beside A, B and C.
void addChecks(KernelPlan &plan, Substitutions &values);

/// Defines $covered and $separate: whether the original's threads cover C, and whether sizes are
/// possible and C is apart from what is read.
std::string checksText(const Substitutions &values);

/// Fills in $trace: what a launch says of itself where it is asked to (launch_trace.h), of $ran.
void addTrace(KernelPlan &plan, Substitutions &values);

} // namespace warpsmith
