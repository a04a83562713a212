/// Functions of a namespace in a kernel file's text: where their parts stand, and their calls.
#pragma once

#include "rewriter/emit/SourceTokens.h"
#include <string>
#include <vector>

namespace warpsmith {

/// What stands between two commas of a list, or beside one.
struct ListPart {
  size_t begin, end;
  size_t name = NoToken; ///< of a parameter
};

/// The parts of the list that a bracket opens; none of an empty one.
std::vector<ListPart> listParts(const BracketedTokens &text, size_t open);
/// The code of a part, without white space around it and with single spaces inside.
std::string partText(const BracketedTokens &text, const ListPart &part);
/// Drops parts of a list, each with a comma.
void eraseParts(SourceTokens &tokens, const BracketedTokens &text, size_t open,
                const std::vector<size_t> &gone);

struct FunctionText {
  size_t begin = 0;                     ///< its first word
  size_t list = NoToken;                ///< the bracket of the template's parameters, if it is one
  size_t name = 0, open = 0, brace = 0; ///< brackets of the parameters and of the body
  size_t end = 0;
  bool isKernel = false, isVoid = false;
  std::vector<ListPart> templateParameters, parameters;
};

/// Those with a body, in their order.
std::vector<FunctionText> functionsIn(const BracketedTokens &text);

struct CallText {
  size_t name = 0, list = NoToken, open = 0;
  std::vector<ListPart> templateArguments, arguments;
};

/// Calls of a function that the text defines, also those within other functions' arguments.
std::vector<CallText> callsOf(const BracketedTokens &text, const FunctionText &function);

/// True where a word is a name of its own: no member, nothing of another namespace.
bool isOwnName(const BracketedTokens &text, size_t index);

} // namespace warpsmith
