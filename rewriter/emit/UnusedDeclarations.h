/// Leaves out of a text what nothing uses, so that generated code holds no more than it needs.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

/// `text` holds declarations of a namespace, perhaps in namespaces of its own. One stays where its
/// name is among the `roots`, or stands in another declaration that stays; the others go, with the
/// comments directly above and on the same line. A comment with an empty line behind it is the
/// heading of what follows up to the next one, and stays where some of that does.
///
/// All declarations of one name stay or go together. An explicit specialisation of a variable or
/// structure goes as well where the words of its arguments are neither roots nor stand in what
/// stays. A conditional block of the preprocessor is one declaration of all names in it.
///
/// Of a structure whose name is one of `structures`, members stay on the same terms, except what
/// has no name of its own, and data members where there is no constructor: they are initialised in
/// their order. Of a list of constants single ones may go.
///
/// std::logic_error, with the line, where brackets do not match.
std::string withoutUnused(std::string_view text, const std::set<std::string> &roots,
                          const std::set<std::string> &structures = {"Problem", "Tile"});

/// The same of several texts, whose declarations use each other.
std::vector<std::string> withoutUnused(const std::vector<std::string> &texts,
                                       const std::set<std::string> &roots,
                                       const std::set<std::string> &structures);

/// One declaration of a text, with the comments that go with it.
struct Declaration {
  std::string text;
  std::set<std::string> names;
};
std::vector<Declaration> declarationsIn(std::string_view text);

/// What a text names of a namespace: `X` of `space::X`.
std::set<std::string> namesOfNamespace(std::string_view text, std::string_view space);

/// The identifiers and keywords of a text, without those in comments and strings.
std::set<std::string> wordsIn(std::string_view text);

} // namespace warpsmith
