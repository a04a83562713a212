#include "rewriter/reach/DeclarationList.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warpsmith::reach {
namespace {

class Lister {
public:
  Lister(const OwnCode &ownCode, CodeFacts &target) : own(ownCode), facts(target) {}

  /// `body`: where the first declaration of a namespace or a structure may begin.
  void list(const clang::DeclContext &context, std::optional<unsigned> body) {
    std::vector<const clang::Decl *> written;
    for (const clang::Decl *each : context.decls())
      if (!each->isImplicit() && (isSpace(*each) || isListed(*each)))
        written.push_back(each);
    for (size_t first = 0; first < written.size();) {
      size_t last = first + 1;
      if (isSpace(*written[first])) {
        listSpace(*written[first], body);
      } else if (own.holds(written[first]->getLocation())) {
        while (last < written.size() && isOneDeclaration(*written[first], *written[last]))
          ++last;
        add({written.data() + first, last - first}, body);
      }
      first = last;
    }
  }

private:
  static bool isSpace(const clang::Decl &declaration) {
    return llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration);
  }

  void listSpace(const clang::Decl &space, std::optional<unsigned> &body) {
    const auto place = own.place(space.getLocation());
    list(*llvm::cast<clang::DeclContext>(&space),
         place ? std::optional(own.tokens(space.getLocation()).endOfNext("{", place->offset))
               : std::nullopt);
    if (const auto end = own.place(space.getEndLoc()); body && end)
      body = own.tokens(space.getEndLoc()).endOf(end->offset);
  }

  static bool isOneDeclaration(const clang::Decl &first, const clang::Decl &other) {
    return llvm::isa<clang::DeclaratorDecl>(first) && first.getBeginLoc() == other.getBeginLoc();
  }

  void add(llvm::ArrayRef<const clang::Decl *> names, std::optional<unsigned> &body) {
    const clang::Decl &first = *names.front();
    const auto place = *own.place(first.getLocation());
    const FileTokens &tokens = own.tokens(first.getLocation());
    Declaration result;
    result.stays = staysAlways(first);
    const auto begin = own.place(first.getBeginLoc());
    result.text.begin = begin && begin->path == place.path ? begin->offset : place.offset;
    if (body) // attributes may stand before what Clang takes for the beginning
      result.text.begin = tokens.from(*body).begin;
    result.text.end = endOf(*names.back(), tokens);
    for (const clang::Decl *each : names) {
      Declarator declarator;
      declarator.name = own.place(each->getLocation())->offset;
      const auto end = own.place(each->getEndLoc());
      declarator.text = {declarator.name, end ? tokens.endOf(end->offset) : result.text.end};
      result.declarators.push_back(declarator);
    }
    if (body)
      body = result.text.end;
    facts[place.path].declarations.push_back(result);
    if (const clang::CXXRecordDecl *structure = structureOf(first);
        structure && structure->isThisDeclarationADefinition())
      if (const auto brace = own.place(structure->getBraceRange().getBegin()))
        list(*structure, brace->offset + 1);
  }

  static const clang::CXXRecordDecl *structureOf(const clang::Decl &declaration) {
    if (const auto *pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(&declaration))
      return pattern->getTemplatedDecl();
    return llvm::dyn_cast<clang::CXXRecordDecl>(&declaration);
  }

  unsigned endOf(const clang::Decl &declaration, const FileTokens &tokens) const {
    const clang::Decl *inner = &declaration;
    if (const auto *pattern = llvm::dyn_cast<clang::TemplateDecl>(inner))
      inner = pattern->getTemplatedDecl() ? pattern->getTemplatedDecl() : inner;
    const auto end = own.place(inner->getEndLoc());
    const unsigned last = end ? tokens.endOf(end->offset) : own.place(inner->getLocation())->offset;
    if (llvm::isa<clang::AccessSpecDecl>(inner))
      return last;
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(inner);
    if (function && function->doesThisDeclarationHaveABody() && function->getBody())
      return tokens.withSemicolon(last);
    return tokens.endOfNext(";", end ? end->offset : last);
  }

  static bool staysAlways(const clang::Decl &declaration) {
    return llvm::isa<clang::FieldDecl, clang::CXXConstructorDecl, clang::CXXDestructorDecl,
                     clang::AccessSpecDecl, clang::FriendDecl, clang::UsingDecl,
                     clang::UsingDirectiveDecl, clang::CXXConversionDecl>(declaration) ||
           (llvm::isa<clang::StaticAssertDecl>(declaration) &&
            declaration.getDeclContext()->isRecord());
  }

  const OwnCode &own;
  CodeFacts &facts;
};

} // namespace

bool isListed(const clang::Decl &declaration) {
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration))
    return function->getTemplateSpecializationKind() != clang::TSK_ImplicitInstantiation;
  if (const auto *structure = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&declaration))
    return structure->getSpecializationKind() == clang::TSK_ExplicitSpecialization;
  if (const auto *variable = llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(&declaration))
    return variable->getSpecializationKind() == clang::TSK_ExplicitSpecialization;
  return !llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::EmptyDecl>(declaration);
}

void listDeclarations(const clang::ASTContext &context, const OwnCode &own, CodeFacts &facts) {
  Lister(own, facts).list(*context.getTranslationUnitDecl(), std::nullopt);
  for (auto &[path, file] : facts)
    std::ranges::sort(file.declarations, {},
                      [](const Declaration &each) { return each.text.begin; });
}

} // namespace warpsmith::reach
