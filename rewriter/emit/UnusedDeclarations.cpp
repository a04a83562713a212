#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/emit/Remembered.h"
#include "rewriter/emit/SourceTokens.h"
#include <algorithm>
#include <vector>

namespace warpsmith {
namespace {

using Kind = SourceToken::Kind;

/// What stays or goes as one.
struct Stretch {
  enum class Form {
    Declaration,
    Opening, ///< of a namespace or a structure whose members are units, and
    Closing, ///< its end: it stays where something inside does
    Heading, ///< a comment of its own
    Assertion,
    List,    ///< what the constants behind it begin with: `static constexpr int`
    Constant ///< of a list
  };
  Form form = Form::Declaration;
  size_t begin, end; ///< of its tokens, the space above included
  std::set<std::string> names;
  std::set<std::string> words;          ///< all others that it spells
  std::vector<std::string> specialised; ///< the words of an explicit specialisation's arguments
  bool always = false;
  bool isData = false;    ///< members of each object
  size_t outer = NoToken; ///< the opening or the list that it belongs to
  size_t other = NoToken; ///< of an opening, the closing
  bool stays = false;
};

/// `#if`, `#endif`: the word of a directive.
std::string directiveName(const SourceToken &token) {
  const size_t begin = token.text.find_first_not_of("# \t");
  if (begin == std::string::npos)
    return {};
  return token.text.substr(begin, token.text.find_first_of(" \t(\n/", begin) - begin);
}

class Units {
public:
  Units(const BracketedTokens &all, const std::set<std::string> &chosen)
      : text(all),
        structures(chosen) {
    split(0, text.size(), NoToken, /*inStructure=*/false);
  }

  std::vector<Stretch> units;

private:
  bool isDirective(size_t index, std::initializer_list<std::string_view> names) const {
    if (!text[index].is(Kind::Directive))
      return false;
    const std::string name = directiveName(text[index]);
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  /// Behind comments on the same line.
  size_t behindRemarks(size_t index, size_t end) const {
    size_t behind = index;
    while (index < end && (text[index].is(Kind::Comment) ||
                           (text[index].is(Kind::Space) && text[index].lineEnds() == 0))) {
      if (text[index++].is(Kind::Comment))
        behind = index;
    }
    return behind;
  }

  void split(size_t begin, size_t end, size_t outer, bool inStructure) {
    for (size_t index = begin; index < end;) {
      // Comments and the space before them, up to what they are about.
      size_t at = index;
      bool isHeading = false;
      for (; at < end && !text[at].isCode() && !text[at].is(Kind::Directive) && !isHeading; ++at)
        isHeading = text[at].is(Kind::Comment) && at + 1 < end && text[at + 1].lineEnds() > 1;
      if (isHeading || at == end) {
        Stretch unit = make(index, at, outer);
        unit.form = Stretch::Form::Heading;
        unit.always = !isHeading; // what the text ends with
        units.push_back(std::move(unit));
      } else if (text[at].is(Kind::Directive)) {
        directive(index, at, end, outer);
        at = units.back().end;
      } else {
        at = declaration(index, at, end, outer, inStructure);
      }
      index = at;
    }
  }

  Stretch make(size_t begin, size_t end, size_t outer) const {
    Stretch unit;
    unit.begin = begin;
    unit.end = end;
    unit.outer = outer;
    return unit;
  }

  void addWords(Stretch &unit, size_t begin, size_t end) const {
    for (size_t index = begin; index < end; ++index) {
      if (text[index].is(Kind::Word))
        unit.words.insert(text[index].text);
      if (text[index].is(Kind::Directive))
        for (const SourceToken &token : tokensOf(text[index].text.substr(1)))
          if (token.is(Kind::Word))
            unit.words.insert(token.text);
    }
  }

  void directive(size_t begin, size_t at, size_t end, size_t outer) {
    Stretch unit = make(begin, at + 1, outer);
    if (isDirective(at, {"if", "ifdef", "ifndef"})) {
      unit.end = behindConditional(at, end);
      collectNames(at + 1, unit.end - 1, unit);
    } else if (isDirective(at, {"define"})) {
      const SourceTokens inside = tokensOf(text[at].text.substr(text[at].text.find("define") + 6));
      for (const SourceToken &token : inside)
        if (token.is(Kind::Word)) {
          unit.names.insert(token.text);
          break;
        }
    } else {
      unit.always = true;
    }
    addWords(unit, at, unit.end);
    unit.always |= unit.names.empty();
    units.push_back(std::move(unit));
  }

  /// Behind the `#endif` of a block that begins at an index.
  size_t behindConditional(size_t index, size_t end) const {
    const size_t begin = index;
    for (unsigned depth = 0; index < end; ++index) {
      depth += isDirective(index, {"if", "ifdef", "ifndef"});
      if (isDirective(index, {"endif"}) && --depth == 0)
        return index + 1;
    }
    failAt(text[begin], "'" + text[begin].text + "' without an '#endif'");
  }

  /// The names that declarations in a conditional block declare.
  void collectNames(size_t begin, size_t end, Stretch &unit) const {
    for (size_t index = begin; index < end;) {
      if (!text[index].isCode()) {
        ++index;
        continue;
      }
      const size_t last = declarationEnd(index, end);
      namesOf(index, last, unit);
      index = last;
    }
  }

  /// Behind the `;` or `}` that ends a declaration. Where it holds a conditional block, the end of
  /// the block is also its own.
  size_t declarationEnd(size_t begin, size_t end) const {
    bool hasParameters = false, isType = false, isVariable = false, ended = false;
    unsigned depth = 0; // of conditional blocks
    for (size_t index = begin; index < end; index = text.behind(index)) {
      if (text[index].is(Kind::Directive)) {
        depth += isDirective(index, {"if", "ifdef", "ifndef"});
        if (isDirective(index, {"endif"}) && depth > 0) {
          --depth;
          if (depth == 0 && ended)
            return index + 1;
        }
        continue;
      }
      if (text.codeIs(index, "{")) {
        const bool isBody = hasParameters && !isVariable && !isType;
        if (isBody && depth == 0)
          return text.partner(index) + 1;
        ended |= isBody;
      }
      isType |= !hasParameters && text[index].isOneOf({"struct", "class", "union", "enum"});
      isVariable |= text[index].isOneOf({"=", "using", "typedef"});
      hasParameters |= text.codeIs(index, "(") && !isAttribute(text.codeBefore(index));
      if (text.codeIs(index, ";")) {
        if (depth == 0)
          return index + 1;
        ended = true;
      }
    }
    return end;
  }

  bool isAttribute(size_t index) const {
    return index != NoToken &&
           text[index].isOneOf({"__launch_bounds__", "__attribute__", "alignas", "decltype",
                                "__cluster_dims__", "explicit", "noexcept", "requires"});
  }

  /// Behind a template's head.
  size_t behindHead(size_t index, size_t end) const {
    while (index < end && text.codeIs(index, "template")) {
      const size_t open = text.code(index + 1, end);
      if (open == end || !text.opensTemplateList(open))
        break;
      index = text.code(text.partner(open) + 1, end);
    }
    return index;
  }

  /// What a declaration declares.
  void namesOf(size_t begin, size_t end, Stretch &unit) const {
    const size_t head = begin;
    begin = behindHead(begin, end);
    const bool isExplicit = begin != head && isEmptyHead(head);
    if (begin == end)
      return;
    if (text.codeIs(begin, "using")) {
      size_t name = text.code(begin + 1, end);
      if (text.codeIs(name, "namespace"))
        return;
      for (size_t index = name; index < end; index = text.behind(index)) {
        if (text.codeIs(index, "="))
          break;
        if (text[index].is(Kind::Word))
          name = index;
      }
      unit.names.insert(text[name].text);
      return;
    }
    if (text.codeIs(begin, "typedef")) {
      for (size_t index = end; index-- > begin;)
        if (text[index].is(Kind::Word)) {
          unit.names.insert(text[index].text);
          return;
        }
    }
    size_t name = NoToken;
    for (size_t index = begin; index < end; index = text.code(text.behind(index), end)) {
      if (text[index].isOneOf({"struct", "class", "union", "enum"})) {
        typeNames(index, end, unit, isExplicit);
        return;
      }
      if (text.codeIs(index, "operator"))
        return;
      if (text.codeIs(index, "(") && !isAttribute(text.codeBefore(index))) {
        if (name != NoToken)
          unit.names.insert(text[ownerOf(name)].text); // a function
        return;
      }
      if (text[index].isOneOf({"=", ";", "{"})) {
        variableNames(begin, end, unit, isExplicit);
        return;
      }
      if (text[index].is(Kind::Word))
        name = index;
    }
  }

  bool isEmptyHead(size_t head) const {
    const size_t open = text.code(head + 1);
    return text.code(open + 1) == text.partner(open);
  }

  /// Of `Owner::name` the owner.
  size_t ownerOf(size_t name) const {
    for (;;) {
      size_t before = text.codeBefore(name);
      if (before == NoToken || !text.codeIs(before, "::"))
        return name;
      before = text.codeBefore(before);
      if (before != NoToken && text.closesTemplateList(before))
        before = text.codeBefore(text.partner(before));
      if (before == NoToken || !text[before].is(Kind::Word))
        return name;
      name = before;
    }
  }

  void typeNames(size_t index, size_t end, Stretch &unit, bool isExplicit) const {
    const bool isEnumeration = text.codeIs(index, "enum");
    size_t name = text.code(index + 1, end);
    while (name < end && (text[name].isOneOf({"class", "struct", "alignas", "__attribute__"}) ||
                          (text.opens(name) && !text.codeIs(name, "{"))))
      name = text.code(text.behind(name), end);
    if (name < end && text[name].is(Kind::Word))
      unit.names.insert(text[name].text);
    if (isExplicit)
      addArguments(name + 1, unit);
    if (!isEnumeration)
      return;
    while (name < end && !text.codeIs(name, "{"))
      name = text.code(name + 1, end);
    bool isName = true; // of an enumerator
    for (size_t each = name + 1; name < end && each < text.partner(name);
         each = text.behind(each)) {
      if (isName && text[each].is(Kind::Word)) {
        unit.names.insert(text[each].text);
        isName = false;
      }
      isName |= text.codeIs(each, ",");
    }
  }

  /// The words between `<` and `>`.
  void addArguments(size_t open, Stretch &unit) const {
    if (open >= text.size() || !text.opensTemplateList(open))
      return;
    for (size_t index = open + 1; index < text.partner(open); ++index)
      if (text[index].is(Kind::Word))
        unit.specialised.push_back(text[index].text);
  }

  void variableNames(size_t begin, size_t end, Stretch &unit, bool isExplicit) const {
    size_t name = NoToken;
    bool inValue = false;
    for (size_t index = begin; index < end; index = text.code(text.behind(index), end)) {
      if (text[index].isOneOf({"=", "{", ";", ","})) {
        if (!inValue && name != NoToken) {
          unit.names.insert(text[name].text);
          if (isExplicit)
            addArguments(name + 1, unit);
        }
        inValue = !text.codeIs(index, ",");
      } else if (text[index].is(Kind::Word)) {
        name = index;
      }
    }
  }

  /// Adds the units of the declaration whose code begins at `at`, and returns its end.
  size_t declaration(size_t begin, size_t at, size_t end, size_t outer, bool inStructure) {
    if (const size_t brace = openingBrace(at, end); brace != NoToken)
      return nested(begin, at, brace, end, outer);
    const size_t last = declarationEnd(at, end);
    if (inStructure && addConstants(begin, at, last, end, outer))
      return units.back().end;
    Stretch unit = make(begin, behindRemarks(last, end), outer);
    addWords(unit, at, last);
    if (text.codeIs(at, "static_assert"))
      unit.form = Stretch::Form::Assertion;
    else
      namesOf(at, last, unit);
    unit.isData = inStructure && isData(at, last);
    unit.always = unit.form != Stretch::Form::Assertion && unit.names.empty(); // an operator
    units.push_back(std::move(unit));
    return units.back().end;
  }

  bool isData(size_t begin, size_t end) const {
    for (size_t index = begin; index < end; index = text.code(text.behind(index), end)) {
      if (text[index].isOneOf({"static", "using", "typedef", "struct", "enum", "template"}) ||
          text.codeIs(index, "("))
        return false;
    }
    return true;
  }

  /// Of a namespace, a linkage block or one of the structures; NoToken elsewhere.
  size_t openingBrace(size_t at, size_t end) const {
    const size_t word = behindHead(at, end);
    size_t brace = word;
    if (text.codeIs(word, "namespace") || text.codeIs(word, "inline") ||
        text.codeIs(word, "extern")) {
      bool isNamespace = text.codeIs(word, "extern");
      while (brace < end && (text[brace].is(Kind::Word) || text[brace].is(Kind::String) ||
                             text.codeIs(brace, "::"))) {
        isNamespace |= text.codeIs(brace, "namespace");
        brace = text.code(brace + 1, end);
      }
      return isNamespace && brace < end && text.codeIs(brace, "{") ? brace : NoToken;
    }
    if (!text.codeIs(word, "struct"))
      return NoToken;
    const size_t name = text.code(word + 1, end);
    if (name == end || !structures.contains(text[name].text))
      return NoToken;
    for (brace = name; brace < end && !text.codeIs(brace, "{"); brace = text.behind(brace))
      if (text.codeIs(brace, ";"))
        return NoToken;
    return brace < end ? brace : NoToken;
  }

  size_t nested(size_t begin, size_t at, size_t brace, size_t end, size_t outer) {
    const bool isStructure = text.codeIs(behindHead(at, end), "struct");
    const size_t close = text.partner(brace);
    Stretch open = make(begin, brace + 1, outer);
    open.form = Stretch::Form::Opening;
    if (isStructure) {
      namesOf(at, brace + 1, open);
      addWords(open, at, brace);
    }
    const size_t opening = units.size();
    units.push_back(std::move(open));
    split(brace + 1, spaceBefore(close), opening, isStructure);
    size_t last = close + 1;
    if (isStructure)
      last = text.code(last, end) + 1;
    Stretch closing = make(spaceBefore(close), behindRemarks(last, end), outer);
    closing.form = Stretch::Form::Closing;
    if (isStructure && !hasConstructor(opening))
      for (size_t index = opening + 1; index < units.size(); ++index)
        units[index].always |= units[index].isData && units[index].outer == opening;
    units[opening].other = units.size();
    units.push_back(std::move(closing));
    return units.back().end;
  }

  /// What has no constructor is initialised member by member, and each counts.
  bool hasConstructor(size_t opening) const {
    const std::set<std::string> &names = units[opening].names;
    for (size_t index = opening + 1; index < units.size(); ++index)
      if (units[index].outer == opening && !units[index].isData && units[index].names == names)
        return true;
    return false;
  }

  /// The space before a bracket belongs to it.
  size_t spaceBefore(size_t index) const {
    return text[index - 1].is(Kind::Space) ? index - 1 : index;
  }

  /// A list `static constexpr int A = 1, B = 2;` as units of its own; false for anything else.
  bool addConstants(size_t begin, size_t at, size_t last, size_t end, size_t outer) {
    std::vector<size_t> names, ends; // the latter at `,` or `;`
    bool isStatic = false, isConstant = false, inValue = false;
    size_t name = NoToken;
    for (size_t index = at; index < last; index = text.code(text.behind(index), last)) {
      isStatic |= text.codeIs(index, "static");
      isConstant |= text.codeIs(index, "constexpr");
      if (text.codeIs(index, "(") && !inValue)
        return false; // a function
      if (text.codeIs(index, "=") && !inValue) {
        inValue = true;
        names.push_back(name);
      }
      if (text[index].isOneOf({",", ";"})) {
        if (!inValue)
          return false;
        inValue = false;
        ends.push_back(index);
      }
      if (text[index].is(Kind::Word))
        name = index;
    }
    if (!isStatic || !isConstant || names.size() != ends.size() || names.empty())
      return false;
    const size_t list = units.size();
    Stretch head = make(begin, names[0], outer);
    head.form = Stretch::Form::List;
    addWords(head, at, names[0]);
    units.push_back(std::move(head));
    size_t from = names[0];
    for (size_t index = 0; index < names.size(); ++index) {
      Stretch unit = make(from, behindRemarks(ends[index] + 1, end), list);
      unit.form = Stretch::Form::Constant;
      unit.names.insert(text[names[index]].text);
      addWords(unit, names[index] + 1, ends[index]);
      from = unit.end;
      units.push_back(std::move(unit));
    }
    return true;
  }

  const BracketedTokens &text;
  const std::set<std::string> &structures;
};

/// Decides what stays.
class Uses {
public:
  Uses(std::vector<Stretch> &all, const std::set<std::string> &roots) : units(all), used(roots) {
    while (grow())
      ;
    assertions();
    headings();
  }

private:
  bool grow() {
    bool grew = false;
    for (Stretch &unit : units)
      if (!unit.stays && isUsed(unit)) {
        unit.stays = true;
        used.insert(unit.words.begin(), unit.words.end());
        used.insert(unit.names.begin(), unit.names.end());
        for (size_t outer = unit.outer; outer != NoToken; outer = units[outer].outer)
          keep(outer);
        if (unit.form == Stretch::Form::Opening)
          units[unit.other].stays = true;
        grew = true;
      }
    return grew;
  }

  void keep(size_t index) {
    Stretch &unit = units[index];
    unit.stays = true;
    used.insert(unit.words.begin(), unit.words.end());
    if (unit.other != NoToken)
      units[unit.other].stays = true;
  }

  bool isUsed(const Stretch &unit) const {
    switch (unit.form) {
    case Stretch::Form::Heading:
    case Stretch::Form::Assertion:
    case Stretch::Form::List:
    case Stretch::Form::Closing:
      return false;
    default:
      break;
    }
    // What stands in a structure has a use only where the structure has.
    if (unit.outer != NoToken && !isReached(unit.outer))
      return false;
    if (unit.always)
      return unit.outer == NoToken || units[unit.outer].stays;
    const bool named = std::any_of(unit.names.begin(), unit.names.end(),
                                   [&](const std::string &name) { return used.contains(name); });
    return named && std::all_of(unit.specialised.begin(), unit.specialised.end(),
                                [&](const std::string &word) { return used.contains(word); });
  }

  /// A namespace is a way to what it holds; a structure must itself be used.
  bool isReached(size_t outer) const {
    for (; outer != NoToken; outer = units[outer].outer)
      if (!units[outer].names.empty() && !units[outer].stays)
        return false;
    return true;
  }

  bool holds(size_t outer) const { return outer == NoToken || units[outer].stays; }

  /// An assertion is of no use to what it is about: it stays where all of that does.
  void assertions() {
    std::set<std::string> gone;
    for (const Stretch &unit : units)
      if (!unit.stays)
        gone.insert(unit.names.begin(), unit.names.end());
    for (const Stretch &unit : units)
      if (unit.stays)
        for (const std::string &name : unit.names)
          gone.erase(name);
    for (Stretch &unit : units)
      if (unit.form == Stretch::Form::Assertion)
        unit.stays = holds(unit.outer) &&
                     std::none_of(unit.words.begin(), unit.words.end(),
                                  [&](const std::string &word) { return gone.contains(word); });
  }

  void headings() {
    for (size_t index = 0; index < units.size(); ++index) {
      Stretch &heading = units[index];
      if (heading.form != Stretch::Form::Heading)
        continue;
      heading.stays = heading.always && holds(heading.outer);
      for (size_t next = index + 1; next < units.size() && !heading.stays; ++next) {
        const Stretch &below = units[next];
        if ((heading.outer != NoToken && units[heading.outer].other == next) ||
            (below.form == Stretch::Form::Heading && below.outer == heading.outer && !below.always))
          break;
        heading.stays = below.stays && below.form != Stretch::Form::Closing;
      }
    }
  }

  std::vector<Stretch> &units;
  std::set<std::string> used;
};

/// A unit's text, where some of its neighbours are gone.
std::string textOf(const SourceTokens &tokens, const std::vector<Stretch> &units, size_t index) {
  const Stretch &unit = units[index];
  if (unit.form != Stretch::Form::Constant)
    return textOf(tokens, unit.begin, unit.end);
  // Between constants that stay is a comma, and behind the last one a semicolon.
  bool isLast = true;
  for (size_t next = index + 1; next < units.size() && units[next].outer == unit.outer; ++next)
    isLast &= !units[next].stays;
  size_t end = unit.end;
  while (!tokens[end - 1].isCode())
    --end;
  return textOf(tokens, unit.begin, end - 1) + (isLast ? ";" : ",") + textOf(tokens, end, unit.end);
}

} // namespace

std::vector<std::string> withoutUnused(const std::vector<std::string> &texts,
                                       const std::set<std::string> &roots,
                                       const std::set<std::string> &structures) {
  // A number of a unit counts through all texts.
  std::vector<SourceTokens> tokens;
  std::vector<Stretch> units;
  std::vector<size_t> ends; // of each text's units
  for (const std::string &text : texts) {
    tokens.push_back(tokensOf(text));
    const BracketedTokens bracketed(tokens.back());
    const size_t before = units.size();
    for (Stretch &unit : Units(bracketed, structures).units) {
      for (size_t *number : {&unit.outer, &unit.other})
        *number += *number == NoToken ? 0 : before;
      units.push_back(std::move(unit));
    }
    ends.push_back(units.size());
  }
  const Uses uses(units, roots);
  std::vector<std::string> results;
  for (size_t text = 0; text < texts.size(); ++text) {
    std::string result;
    for (size_t index = text == 0 ? 0 : ends[text - 1]; index < ends[text]; ++index)
      if (units[index].stays)
        result += textOf(tokens[text], units, index);
    results.push_back(std::move(result));
  }
  return results;
}

std::string withoutUnused(std::string_view text, const std::set<std::string> &roots,
                          const std::set<std::string> &structures) {
  using Names = std::set<std::string>;
  static Remembered<std::tuple<std::string, Names, Names>, std::string> before;
  return before.of({std::string(text), roots, structures}, [&] {
    return withoutUnused(std::vector<std::string>{std::string(text)}, roots, structures)[0];
  });
}

std::vector<Declaration> declarationsIn(std::string_view text) {
  const SourceTokens tokens = tokensOf(text);
  const BracketedTokens bracketed(tokens);
  std::vector<Declaration> result;
  for (const Stretch &unit : Units(bracketed, {}).units)
    if (unit.form == Stretch::Form::Declaration)
      result.push_back({textOf(tokens, unit.begin, unit.end), unit.names});
  return result;
}

std::set<std::string> namesOfNamespace(std::string_view text, std::string_view space) {
  const SourceTokens tokens = tokensOf(text);
  std::set<std::string> names;
  for (size_t index = 0; index + 2 < tokens.size(); ++index)
    if (tokens[index].is(Kind::Word) && tokens[index].is(space) && tokens[index + 1].is("::") &&
        tokens[index + 2].is(Kind::Word))
      names.insert(tokens[index + 2].text);
  return names;
}

std::set<std::string> wordsIn(std::string_view text) {
  std::set<std::string> words;
  for (const SourceToken &token : tokensOf(text))
    if (token.is(Kind::Word))
      words.insert(token.text);
  return words;
}

} // namespace warpsmith
