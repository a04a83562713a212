#include "rewriter/frontend/clang/TemplateKernels.h"
#include "clang/AST/ASTContext.h"

namespace warpsmith::frontend {

std::vector<const clang::FunctionDecl *> instancesOf(const clang::FunctionTemplateDecl &kernel) {
  std::vector<const clang::FunctionDecl *> instances;
  for (const clang::FunctionDecl *instance : kernel.specializations())
    if (instance->isTemplateInstantiation() && instance->hasBody() &&
        instance->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization)
      instances.push_back(instance->getDefinition());
  return instances;
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

std::optional<TemplateInstance> templateInstance(const clang::FunctionDecl &instance,
                                                 RefusalSink &refuse) {
  TemplateInstance result;
  const clang::ASTContext &context = instance.getASTContext();
  const clang::PrintingPolicy policy(context.getLangOpts());
  const auto *parameters = instance.getPrimaryTemplate()->getTemplateParameters();
  const auto arguments = instance.getTemplateSpecializationArgs()->asArray();
  for (unsigned index = 0; index < arguments.size(); ++index) {
    const clang::TemplateArgument &argument = arguments[index];
    const std::string name = parameters->getParam(index)->getNameAsString();
    std::string text;
    if (argument.getKind() == clang::TemplateArgument::Type) {
      text = argument.getAsType().getCanonicalType().getAsString(policy);
      result.conditions.emplace_back(Predicate::IsType{name, text});
    } else if (argument.getKind() == clang::TemplateArgument::Integral) {
      const llvm::APSInt &value = argument.getAsIntegral();
      if (argument.getIntegralType()->isEnumeralType())
        return refuse(instance.getLocation(), "template argument of an enumeration");
      if (argument.getIntegralType()->isBooleanType()) {
        text = value.getBoolValue() ? "true" : "false";
        const Predicate given = Predicate::Given{name};
        result.conditions.push_back(value.getBoolValue() ? given : !given);
      } else if (const auto number = value.tryExtValue()) {
        text = std::to_string(*number);
        result.conditions.push_back(Predicate::equal(name, *number));
      } else {
        return refuse(instance.getLocation(), "template argument of more than 63 bits");
      }
    } else {
      return refuse(instance.getLocation(), "template argument that is no type and no integer");
    }
    result.arguments += (result.arguments.empty() ? "" : ", ") + text;
  }
  result.arguments = "<" + result.arguments + ">";
  return result;
}

} // namespace warpsmith::frontend
