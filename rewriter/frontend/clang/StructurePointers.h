/// Structures that a kernel reaches through pointers: `a->width`, `(*a).width`,
/// `net.layer->width`. They lie on the device, so that a launch on the host cannot read them.
///
/// A structure is named by an expression of the kernel's parameters, in C++: `a` is one that the
/// kernel is given, `(*a)` one that the kernel is given a pointer to. Its members are `a.width` and
/// `a->width`.
#pragma once

#include "rewriter/ir/Contraction.h"
#include "clang/AST/Decl.h"
#include <string>

namespace warpsmith::frontend {

/// A pointer to a structure whose members may be read: no number of this project's own, no vector,
/// nothing volatile.
bool pointsToStructure(clang::QualType type);

/// The structure that a pointer, an expression of parameters, points to.
std::string structureBehind(const std::string &pointer);

/// A member of a structure.
std::string memberName(const std::string &structure, const std::string &member);

/// Fills in Contraction::structures.
void orderStructures(const clang::FunctionDecl &kernel, Contraction &contraction);

} // namespace warpsmith::frontend
