/// The declarations of own code, with where their texts begin and end.
#pragma once

#include "rewriter/reach/OwnCode.h"
#include "clang/AST/ASTContext.h"

namespace warpsmith::reach {

/// Adds the declarations of namespaces and structures to the facts of their files.
void listDeclarations(const clang::ASTContext &context, const OwnCode &own, CodeFacts &facts);

/// A declaration as it stands in the text: the template of a templated one, the pattern's member of
/// an instance's.
bool isListed(const clang::Decl &declaration);

} // namespace warpsmith::reach
