/// The texts of a kernel's declaration that generated code repeats.
#pragma once

#include "rewriter/frontend/Frontend.h"
#include "rewriter/frontend/UnitContext.h"
#include "rewriter/frontend/clang/Refusal.h"

namespace warpsmith::frontend {

class KernelText {
public:
  explicit KernelText(const UnitContext &known) : unit(known) {}

  /// The parameters' own text, which generated declarations repeat.
  bool parameters(const clang::FunctionDecl &kernel, KernelSyntax &syntax,
                  RefusalSink &refuse) const;
  bool templateHead(const clang::FunctionTemplateDecl &pattern, KernelSyntax &syntax,
                    RefusalSink &refuse) const;
  /// The head of a template's first declaration, which may have default arguments.
  bool declaredHead(const clang::FunctionDecl &first, clang::FileID file,
                    KernelSyntax &syntax) const;
  /// A parameter as one of a function that is no kernel.
  std::string declarationText(const clang::ParmVarDecl &parameter) const;
  /// The text of a default argument means the same wherever it stands.
  bool hasRepeatableDefault(const clang::ParmVarDecl &parameter) const;

private:
  /// The same without a default argument that stands elsewhere.
  std::string withoutDefault(const clang::ParmVarDecl &parameter) const;
  /// Of a default argument that is a plain number: ` = 1.0f`.
  std::string defaultText(const clang::ParmVarDecl &parameter) const;
  /// The text that declares a parameter stands in the file. A macro may be the whole of its type.
  bool isWrittenOut(const clang::ParmVarDecl &parameter) const;

  const UnitContext &unit;
};

} // namespace warpsmith::frontend
