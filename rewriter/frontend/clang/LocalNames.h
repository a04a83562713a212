/// Which names in a function's text are its own.
#pragma once

#include "clang/AST/Decl.h"
#include <set>
#include <string>

namespace warpsmith::frontend {

/// The names that stand in a function for its parameters, its template parameters and its local
/// declarations alone: nothing that it mentions outside of it, and no member, is called so.
std::set<std::string> localNames(const clang::FunctionDecl &function);

} // namespace warpsmith::frontend
