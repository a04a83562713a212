#include "rewriter/emit/FunctionText.h"
#include <algorithm>

namespace warpsmith {
namespace {

using Kind = SourceToken::Kind;

/// The parameter's name: the last word, or that of a reference to an array.
size_t nameOf(const BracketedTokens &text, const ListPart &part) {
  size_t name = NoToken;
  for (size_t index = part.begin; index < part.end; index = text.behind(index)) {
    if (text.codeIs(index, "=") || text.codeIs(index, "["))
      break;
    if (text.codeIs(index, "("))
      for (size_t inside = index + 1; inside < text.partner(index); ++inside)
        if (text[inside].is(Kind::Word))
          return inside; // Element (&name)[Count]
    if (text[index].is(Kind::Word))
      name = index;
  }
  return name;
}

} // namespace

std::vector<ListPart> listParts(const BracketedTokens &text, size_t open) {
  std::vector<ListPart> parts;
  const size_t close = text.partner(open);
  if (text.code(open + 1, close) == close)
    return parts;
  parts.push_back({open + 1, close});
  for (size_t index = open + 1; index < close; index = text.behind(index))
    if (text.codeIs(index, ",")) {
      parts.back().end = index;
      parts.push_back({index + 1, close});
    }
  return parts;
}

std::string partText(const BracketedTokens &text, const ListPart &part) {
  std::string result;
  bool space = false;
  for (size_t index = part.begin; index < part.end; ++index) {
    const std::string &spelled = text[index].text;
    if (text[index].is(Kind::Space) && std::all_of(spelled.begin(), spelled.end(), [](char each) {
          return each == ' ' || each == '\n';
        })) {
      space = !result.empty();
      continue;
    }
    result += (space ? " " : "") + spelled;
    space = false;
  }
  return result;
}

void eraseParts(SourceTokens &tokens, const BracketedTokens &text, size_t open,
                const std::vector<size_t> &gone) {
  const std::vector<ListPart> parts = listParts(text, open);
  std::string left;
  for (size_t index = 0; index < parts.size(); ++index)
    if (std::find(gone.begin(), gone.end(), index) == gone.end())
      left += (left.empty() ? "" : ", ") + partText(text, parts[index]);
  const size_t close = text.partner(open);
  SourceTokens list = tokensOf(left);
  tokens.erase(tokens.begin() + open + 1, tokens.begin() + close);
  tokens.insert(tokens.begin() + open + 1, list.begin(), list.end());
}

bool isOwnName(const BracketedTokens &text, size_t index) {
  const size_t before = text.codeBefore(index);
  return text[index].is(Kind::Word) &&
         (before == NoToken ||
          !(text[before].is(".") || text[before].is("->") || text[before].is("::")));
}

std::vector<FunctionText> functionsIn(const BracketedTokens &text) {
  std::vector<FunctionText> functions;
  size_t begin = NoToken; // of the declaration
  for (size_t index = 0; index < text.size(); ++index) {
    if (!text[index].isCode())
      continue;
    if (begin == NoToken)
      begin = index;
    if (text[index].is(";")) {
      begin = NoToken;
      continue;
    }
    if (!text.opens(index))
      continue;
    if (text[index].is("{")) {
      // A namespace's content is looked through, anything else skipped.
      if (!text.codeIs(begin, "namespace"))
        index = text.partner(index);
      begin = NoToken;
      continue;
    }
    const size_t before = text.codeBefore(index), close = text.partner(index);
    const size_t next = text.code(close + 1);
    if (text[index].is("(") && before != NoToken && text[before].is(Kind::Word) &&
        text.codeIs(next, "{")) {
      FunctionText found;
      found.begin = begin;
      found.name = before;
      found.open = index;
      found.brace = next;
      found.end = text.partner(next) + 1;
      for (size_t word = begin; word < before; word = text.code(text.behind(word))) {
        found.isKernel |= text.codeIs(word, "__global__");
        found.isVoid |= text.codeIs(word, "void");
        if (text.codeIs(word, "template"))
          found.list = text.code(word + 1);
      }
      const auto named = [&](size_t open) {
        std::vector<ListPart> parts = listParts(text, open);
        for (ListPart &part : parts)
          part.name = nameOf(text, part);
        return parts;
      };
      if (found.list != NoToken)
        found.templateParameters = named(found.list);
      found.parameters = named(index);
      functions.push_back(found);
      index = found.end - 1;
      begin = NoToken;
      continue;
    }
    index = close;
  }
  return functions;
}

std::vector<CallText> callsOf(const BracketedTokens &text, const FunctionText &function) {
  std::vector<CallText> calls;
  for (size_t index = 0; index < text.size(); ++index) {
    if (index == function.name || !isOwnName(text, index) ||
        !text[index].is(text[function.name].text))
      continue;
    CallText call;
    call.name = index;
    call.open = text.code(index + 1);
    if (call.open < text.size() && text.opensTemplateList(call.open)) {
      call.list = call.open;
      call.templateArguments = listParts(text, call.list);
      call.open = text.code(text.partner(call.list) + 1);
    }
    if (!text.codeIs(call.open, "("))
      failAt(text[index], "'" + text[index].text + "' is named where it is not called");
    call.arguments = listParts(text, call.open);
    calls.push_back(call);
  }
  return calls;
}

} // namespace warpsmith
