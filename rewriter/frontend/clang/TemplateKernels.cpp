#include "rewriter/frontend/clang/TemplateKernels.h"
#include "clang/AST/ASTContext.h"
#include <limits>

namespace warpsmith::frontend {

std::vector<const clang::FunctionDecl *> instancesOf(const clang::FunctionTemplateDecl &kernel) {
  std::vector<const clang::FunctionDecl *> instances;
  for (const clang::FunctionDecl *instance : kernel.specializations())
    if (instance->isTemplateInstantiation() && instance->hasBody() &&
        instance->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization)
      instances.push_back(instance->getDefinition());
  return instances;
}

std::vector<const clang::FunctionDecl *> kernelsOf(const clang::FunctionDecl &kernel) {
  const clang::FunctionTemplateDecl *pattern = kernel.getDescribedFunctionTemplate();
  return pattern ? instancesOf(*pattern) : std::vector{&kernel};
}

std::vector<const clang::FunctionDecl *> madeForOthers(const clang::FunctionTemplateDecl &kernel) {
  std::vector<const clang::FunctionDecl *> instances = instancesOf(kernel);
  std::erase_if(instances, [](const clang::FunctionDecl *instance) {
    return instance->getTemplateSpecializationKind() != clang::TSK_ExplicitInstantiationDefinition;
  });
  return instances;
}

std::optional<std::string> parameterNames(const clang::FunctionTemplateDecl &kernel,
                                          RefusalSink &refuse) {
  std::string names;
  for (const clang::NamedDecl *parameter : *kernel.getTemplateParameters()) {
    if (parameter->getName().empty() || parameter->isParameterPack() ||
        llvm::isa<clang::TemplateTemplateParmDecl>(parameter))
      return refuse(parameter->getLocation(), "template parameter that generated code cannot name");
    names += (names.empty() ? "" : ", ") + parameter->getNameAsString();
  }
  return names;
}

namespace {

/// What an argument is, as C++, and what tells it from others.
struct NamedArgument {
  std::string text;
  Predicate condition;
};

NamedArgument typeArgument(const std::string &name, const std::string &type) {
  return {type, Predicate::IsType{name, type}};
}

/// A number whose type the template's head leaves open, or that has no spelling but a cast.
NamedArgument typedNumber(const std::string &name, const std::string &type, int64_t number) {
  const std::string value = "(" + type + ")" + std::to_string(number);
  return {value, Predicate::IsType{"std::integral_constant<decltype(" + name + "), " + name + ">",
                                   "std::integral_constant<" + type + ", " + value + ">"}};
}

NamedArgument plainNumber(const std::string &name, int64_t number) {
  return {std::to_string(number), Predicate::equal(name, number)};
}

NamedArgument truthArgument(const std::string &name, bool value) {
  const Predicate given = Predicate::Given{name};
  return {value ? "true" : "false", value ? given : !given};
}

std::optional<NamedArgument> namedArgument(const clang::TemplateArgument &argument,
                                           const clang::NamedDecl &parameter,
                                           const clang::FunctionDecl &instance,
                                           RefusalSink &refuse) {
  const clang::PrintingPolicy policy(instance.getASTContext().getLangOpts());
  const std::string name = parameter.getNameAsString();
  const bool isType = argument.getKind() == clang::TemplateArgument::Type;
  if (!isType && argument.getKind() != clang::TemplateArgument::Integral)
    return refuse(instance.getLocation(), "template argument that is no type and no integer");
  const clang::QualType type =
      (isType ? argument.getAsType() : argument.getIntegralType()).getCanonicalType();
  if (type->hasUnnamedOrLocalType())
    return refuse(instance.getLocation(),
                  "template argument of a type that is local or has no name");
  const std::string spelled = type.getAsString(policy);
  if (isType)
    return typeArgument(name, spelled);
  const auto *value = llvm::cast<clang::NonTypeTemplateParmDecl>(&parameter);
  const bool isOpen = value->getType()->getContainedDeducedType() != nullptr;
  const auto number = argument.getAsIntegral().tryExtValue();
  if (!number || *number == std::numeric_limits<int64_t>::min()) // no literal is that small
    return refuse(instance.getLocation(), "template argument of more than 63 bits");
  if (isOpen || type->isEnumeralType())
    return typedNumber(name, spelled, *number);
  if (type->isBooleanType())
    return truthArgument(name, *number != 0);
  return plainNumber(name, *number);
}

} // namespace

std::optional<TemplateInstance> templateInstance(const clang::FunctionDecl &instance,
                                                 RefusalSink &refuse) {
  TemplateInstance result;
  const auto *parameters = instance.getPrimaryTemplate()->getTemplateParameters();
  const auto arguments = instance.getTemplateSpecializationArgs()->asArray();
  for (unsigned index = 0; index < arguments.size(); ++index) {
    const auto argument =
        namedArgument(arguments[index], *parameters->getParam(index), instance, refuse);
    if (!argument)
      return std::nullopt;
    result.arguments += (result.arguments.empty() ? "" : ", ") + argument->text;
    result.conditions.push_back(argument->condition);
  }
  result.arguments = "<" + result.arguments + ">";
  return result;
}

} // namespace warpsmith::frontend
