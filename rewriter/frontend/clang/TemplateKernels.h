/// Kernels that are templates: the instances a file uses, and how code names them.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/ir/Predicate.h"
#include "clang/AST/DeclTemplate.h"
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// The instances of a kernel template that the file launches, with their bodies.
std::vector<const clang::FunctionDecl *> instancesOf(const clang::FunctionTemplateDecl &kernel);

/// The kernel itself, or the instances of a template.
std::vector<const clang::FunctionDecl *> kernelsOf(const clang::FunctionDecl &kernel);

/// Those that the file makes for others, by explicit instantiation.
std::vector<const clang::FunctionDecl *> madeForOthers(const clang::FunctionTemplateDecl &kernel);

/// The names of the template's parameters, as `T, Tile`; nothing for parameters that have no name
/// or stand for packs or templates.
std::optional<std::string> parameterNames(const clang::FunctionTemplateDecl &kernel,
                                          RefusalSink &refuse);

/// An instance's arguments (`<float, 16>`), and what makes the parameters these.
struct TemplateInstance {
  std::string arguments;
  std::vector<Predicate> conditions;
};
std::optional<TemplateInstance> templateInstance(const clang::FunctionDecl &instance,
                                                 RefusalSink &refuse);

} // namespace warpsmith::frontend
