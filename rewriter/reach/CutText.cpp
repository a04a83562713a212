#include "rewriter/reach/CutText.h"
#include "rewriter/reach/FileTokens.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <optional>

namespace warpsmith::reach {
namespace {

struct Edit {
  Extent extent;
  std::string text;
};

class Cutter {
public:
  Cutter(llvm::StringRef source, const FileFacts &found, const CodeFacts &ofAll)
      : text(source),
        facts(found),
        all(ofAll) {}

  std::string run(const Extent &part) {
    cutDeclarations();
    for (const auto &[offset, choice] : facts.choices)
      if (choice.values.isDecided())
        choice.isStatement ? cutStatement(choice) : cutOperator(choice);
    for (const auto &[offset, operation] : facts.operations)
      cutOperation(operation);
    for (const auto &[offset, local] : facts.locals)
      if (!local.isUsed && !local.statement.isEmpty())
        remove(withSurroundings(local.statement));
    cutParameters();
    return applied(part);
  }

private:
  void remove(const Extent &extent) { edits.push_back({extent, ""}); }

  std::string applied(const Extent &part) {
    llvm::sort(edits, [](const Edit &one, const Edit &other) {
      return one.extent.begin != other.extent.begin ? one.extent.begin < other.extent.begin
                                                    : one.extent.end > other.extent.end;
    });
    std::string result;
    unsigned at = part.begin;
    for (const Edit &edit : edits) {
      if (edit.extent.begin < at || edit.extent.end > part.end) {
        // What two edits take away is taken away once.
        if (edit.extent.begin >= part.begin && edit.extent.end <= part.end)
          at = std::max(at, edit.extent.end);
        continue;
      }
      result += text.slice(at, edit.extent.begin);
      result += edit.text;
      at = edit.extent.end;
    }
    return result += text.slice(at, part.end);
  }

  unsigned lineBegin(unsigned offset) const {
    const size_t found = text.take_front(offset).rfind('\n');
    return found == llvm::StringRef::npos ? 0 : static_cast<unsigned>(found + 1);
  }
  unsigned lineEnd(unsigned offset) const {
    return static_cast<unsigned>(std::min(text.find('\n', offset), text.size()));
  }
  unsigned nextLine(unsigned offset) const {
    return std::min(lineEnd(offset) + 1, static_cast<unsigned>(text.size()));
  }

  /// With the comments directly above, and the one on the same line; whole lines where the extent
  /// has its own.
  Extent withSurroundings(Extent extent) const {
    const unsigned line = lineBegin(extent.begin);
    if (!text.slice(line, extent.begin).trim().empty())
      return extent;
    extent.begin = line;
    while (extent.begin > 0) {
      const unsigned above = lineBegin(extent.begin - 1);
      if (!text.slice(above, extent.begin).ltrim().starts_with("//"))
        break;
      extent.begin = above;
    }
    const unsigned next = nextLine(extent.end);
    const llvm::StringRef behind = text.slice(extent.end, next).trim();
    if (behind.empty() || behind.starts_with("//"))
      extent.end = next;
    return extent;
  }

  // Declarations.

  void cutDeclarations() {
    std::vector<bool> stays;
    for (const Declaration &each : facts.declarations)
      stays.push_back(each.stays || facts.reaches(each));
    for (const Extent &block : facts.conditionals)
      keepTogether(block, stays);
    for (size_t index = 0; index < facts.declarations.size(); ++index) {
      const Declaration &declaration = facts.declarations[index];
      if (!stays[index])
        remove(withSurroundings(declaration.text));
      else if (!declaration.stays && declaration.declarators.size() > 1)
        cutList(declaration);
    }
  }

  /// A conditional block stays whole, or goes whole.
  void keepTogether(const Extent &block, std::vector<bool> &stays) {
    bool any = false;
    const auto isPart = [&](const Declaration &each) {
      return each.text.meets(block) && !each.text.contains(block);
    };
    for (size_t index = 0; index < stays.size(); ++index)
      any |= isPart(facts.declarations[index]) && stays[index];
    bool none = true;
    for (size_t index = 0; index < stays.size(); ++index)
      if (isPart(facts.declarations[index])) {
        none = false;
        stays[index] = any;
      }
    if (!any && !none)
      remove(withSurroundings({lineBegin(block.begin), lineEnd(block.end)}));
  }

  /// Of a list of names some stay.
  void cutList(const Declaration &declaration) {
    std::vector<Extent> texts;
    std::vector<bool> stays;
    for (const Declarator &each : declaration.declarators) {
      texts.push_back(each.text);
      stays.push_back(facts.reached.contains(each.name));
    }
    cutList(texts, stays);
  }

  /// Of texts with commas between them some stay.
  void cutList(const std::vector<Extent> &texts, const std::vector<bool> &stays) {
    const Extent *last = nullptr;
    for (size_t index = 0; index < texts.size(); ++index) {
      if (!stays[index])
        continue;
      if (!last && index > 0)
        remove({texts.front().begin, texts[index].begin});
      else if (last && last + 1 != &texts[index])
        edits.push_back({{last->end, texts[index].begin}, comma(commentBehind(*last))});
      last = &texts[index];
    }
    if (!last)
      remove({texts.front().begin, texts.back().end});
    else if (last != &texts.back())
      cutRest(*last, texts.back());
  }

  /// Of a list all texts behind `last`.
  void cutRest(const Extent &last, const Extent &end) {
    const Extent line = {end.end, lineEnd(end.end)};
    const llvm::StringRef behind = text.slice(line.begin, line.end).trim();
    const bool isApart = text.slice(last.end, end.begin).contains('\n');
    if (isApart && (behind == ";" || (behind.starts_with(";") && !commentBehind(end).empty())))
      edits.push_back({{last.end, line.end}, ";" + commentBehind(last)});
    else
      remove({last.end, end.end});
  }

  static std::string comma(const std::string &comment) {
    return comment.empty() ? ", " : "," + comment + "\n";
  }
  /// The comment behind a text of a list on its line, after a space.
  std::string commentBehind(const Extent &each) const {
    const llvm::StringRef rest = text.slice(each.end, lineEnd(each.end)).ltrim(" ,;");
    return rest.starts_with("//") ? " " + rest.str() : std::string();
  }

  void cutParameters() {
    const auto isUsed = [&](const std::string &path, unsigned name) {
      const auto file = all.find(path);
      if (file == all.end())
        return true;
      const auto found = file->second.parameters.find(name);
      return found == file->second.parameters.end() || found->second.isUsed;
    };
    for (const auto &[function, names] : facts.parameterLists) {
      std::vector<Extent> texts;
      std::vector<bool> stays;
      for (const unsigned name : names) {
        const Parameter &parameter = facts.parameters.at(name);
        texts.push_back(parameter.text);
        stays.push_back(parameter.isUsed);
      }
      if (llvm::is_contained(stays, false))
        cutList(texts, stays);
    }
    for (const auto &[begin, call] : facts.calls) {
      std::vector<bool> stays;
      for (const unsigned name : call.parameters)
        stays.push_back(isUsed(call.path, name));
      if (llvm::is_contained(stays, false))
        cutList(call.arguments, stays);
    }
  }

  // Conditions.

  void cutOperator(const Choice &choice) {
    const Extent &arm = choice.values.always() ? choice.first : choice.second;
    remove({choice.whole.begin, arm.begin});
    remove({arm.end, choice.whole.end});
  }

  void cutOperation(const LogicalOperation &operation) {
    if (operation.isLeftIdle())
      remove({operation.left.begin, operation.right.begin});
    else if (operation.isRightIdle() || operation.isLeftResult())
      remove({operation.left.end, operation.right.end});
  }

  void cutStatement(const Choice &choice) {
    const bool isFirst = choice.values.always();
    const Extent &arm = isFirst ? choice.first : choice.second;
    if (arm.isEmpty()) {
      if (choice.inBlock)
        remove(withSurroundings(choice.whole));
      else if (const auto word = elseBefore(choice.whole.begin))
        remove({*word, choice.whole.end});
      else
        edits.push_back({choice.whole, ";"});
      return;
    }
    const bool isBlock = text[arm.begin] == '{';
    const bool needsBraces =
        !choice.inBlock || (isFirst ? choice.firstDeclares : choice.secondDeclares);
    unsigned begin = arm.begin, end = arm.end;
    if (isBlock && !needsBraces) {
      ++begin;
      --end;
    }
    remove({choice.whole.begin, begin});
    remove({end, choice.whole.end});
    if ((isFirst ? choice.firstLeaves : choice.secondLeaves) && !choice.rest.isEmpty())
      remove(withSurroundings(choice.rest));
  }

  /// The offset of the `else` that an arm without a block follows.
  std::optional<unsigned> elseBefore(unsigned offset) const {
    const llvm::StringRef before = text.take_front(offset).rtrim();
    if (!before.ends_with("else"))
      return std::nullopt;
    return static_cast<unsigned>(before.size() - 4);
  }

  llvm::StringRef text;
  const FileFacts &facts;
  const CodeFacts &all;
  std::vector<Edit> edits;
};

} // namespace

std::string cutText(llvm::StringRef text, const std::string &path, const CodeFacts &facts,
                    const Extent &part) {
  const auto found = facts.find(path);
  return found == facts.end() ? text.slice(part.begin, part.end).str()
                              : Cutter(text, found->second, facts).run(part);
}

bool holdsCode(llvm::StringRef text) {
  return !FileTokens(text).areNone() || text.contains("#define ");
}

std::string withoutUnusedMacros(llvm::StringRef text) {
  constexpr llvm::StringLiteral Define = "#define ";
  std::string result;
  for (bool changed = true; changed; text = result) {
    changed = false;
    std::string next;
    llvm::StringRef rest = text;
    while (!rest.empty()) {
      size_t end = rest.find('\n');
      while (end != llvm::StringRef::npos && end > 0 && rest[end - 1] == '\\')
        end = rest.find('\n', end + 1);
      const llvm::StringRef line = rest.take_front(end == llvm::StringRef::npos ? end : end + 1);
      rest = rest.drop_front(line.size());
      if (line.starts_with(Define)) {
        const llvm::StringRef name = line.drop_front(Define.size()).take_while([](char c) {
          return llvm::isAlnum(c) || c == '_';
        });
        if (text.count(name) == 1) {
          changed = true;
          continue;
        }
      }
      next += line;
    }
    result = std::move(next);
  }
  return result;
}

} // namespace warpsmith::reach
