#include "runtime/emulator/translate/Ptx.h"
#include "runtime/emulator/translate/PtxInstructions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <map>

namespace warpsmith::emulator::translate {
namespace {

/// C++ types of PTX registers.
const char *registerType(llvm::StringRef type) {
  static const std::map<llvm::StringRef, const char *> Types = {{"pred", "bool"},
                                                                {"b16", "unsigned short"},
                                                                {"u16", "unsigned short"},
                                                                {"s16", "short"},
                                                                {"b32", "unsigned"},
                                                                {"u32", "unsigned"},
                                                                {"s32", "int"},
                                                                {"b64", "unsigned long long"},
                                                                {"u64", "unsigned long long"},
                                                                {"s64", "long long"},
                                                                {"f32", "float"},
                                                                {"f64", "double"}};
  const auto found = Types.find(type);
  return found == Types.end() ? nullptr : found->second;
}

class Translator {
public:
  explicit Translator(const AsmStatement &asmStatement) : statement(asmStatement) {}

  std::variant<std::string, PtxError> run() {
    llvm::StringRef rest = statement.text;
    std::string body;
    while (!(rest = rest.ltrim()).empty()) {
      if (rest.consume_front("{")) {
        body += "{ ";
        continue;
      }
      if (rest.consume_front("}")) {
        body += "} ";
        continue;
      }
      if (rest.consume_front("//")) {
        rest = rest.drop_until([](char c) { return c == '\n'; });
        continue;
      }
      const size_t end = rest.find_first_of(";:");
      if (end == llvm::StringRef::npos)
        return PtxError{"instruction without ';': '" + rest.trim().str() + "'"};
      const llvm::StringRef text = rest.take_front(end).trim();
      // `name:` is a label; `::` belongs to an instruction such as shared::cta.
      if (rest[end] == ':' && !rest.substr(end).starts_with("::") && isName(text)) {
        body += "ptx_" + text.str() + ": ; ";
        rest = rest.drop_front(end + 1);
        continue;
      }
      const size_t semicolon = rest.find(';');
      if (semicolon == llvm::StringRef::npos)
        return PtxError{"instruction without ';': '" + rest.trim().str() + "'"};
      auto translated = instruction(rest.take_front(semicolon).trim());
      if (auto *error = std::get_if<PtxError>(&translated))
        return *error;
      body += std::get<std::string>(translated);
      rest = rest.drop_front(semicolon + 1);
    }
    // A semicolon follows the asm statement.
    return "do { " + body + "} while (false)";
  }

private:
  static bool isName(llvm::StringRef text) {
    return !text.empty() && (llvm::isAlpha(text[0]) || text[0] == '_' || text[0] == '$') &&
           llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
  }

  /// `%0`, `[%1]`, `[%1 + 16]`, `%%p`, `p`, `!p`, `16`, `{%0, %1}`, and `[%1, {%2, %3}]`, which
  /// counts as two.
  std::variant<std::string, PtxError> operand(llvm::StringRef text) {
    text = text.trim();
    if (text.starts_with("{") && text.ends_with("}")) {
      auto members = operandList(text.drop_front().drop_back());
      if (std::holds_alternative<PtxError>(members))
        return members;
      return "::warpsmith::emulator::ptx::registers(" + std::get<std::string>(members) + ")";
    }
    if (text.consume_front("[") && text.consume_back("]")) {
      if (text.contains(','))
        return operandList(text);
      const auto [base, offset] = text.split('+');
      auto address = operand(base);
      if (std::holds_alternative<PtxError>(address) || offset.empty())
        return address;
      return "(" + std::get<std::string>(address) + " + " + offset.trim().str() + ")";
    }
    if (text.consume_front("!")) {
      auto inner = operand(text);
      if (std::holds_alternative<PtxError>(inner))
        return inner;
      return "!" + std::get<std::string>(inner);
    }
    if (text.consume_front("%%")) {
      const char *special = specialRegister(text);
      return special ? std::string(special) : "ptx_" + text.str();
    }
    if (text.consume_front("%")) {
      unsigned number = 0;
      if (text.getAsInteger(10, number)) {
        if (const char *special = specialRegister(text))
          return std::string(special);
        return PtxError{"unknown register '%" + text.str() + "'"};
      }
      if (number >= statement.operands.size())
        return PtxError{"operand %" + text.str() + " does not exist"};
      return "(" + statement.operands[number] + ")";
    }
    long long literal = 0;
    if (!text.getAsInteger(0, literal))
      return text.str();
    if (text == "_")
      return std::string("::warpsmith::emulator::ptx::Sink()");
    if (isName(text))
      return "ptx_" + text.str();
    return PtxError{"operand '" + text.str() + "'"};
  }

  /// Splits at commas, and at the bar of `d|p`, outside braces and brackets.
  static llvm::SmallVector<llvm::StringRef> operandTexts(llvm::StringRef text) {
    llvm::SmallVector<llvm::StringRef> result;
    size_t begin = 0;
    int depth = 0;
    for (size_t at = 0; at <= text.size(); ++at) {
      if (at < text.size() && (text[at] == '{' || text[at] == '['))
        ++depth;
      if (at < text.size() && (text[at] == '}' || text[at] == ']'))
        --depth;
      if (at == text.size() || ((text[at] == ',' || text[at] == '|') && depth == 0)) {
        const llvm::StringRef item = text.slice(begin, at).trim();
        if (!item.empty())
          result.push_back(item);
        begin = at + 1;
      }
    }
    return result;
  }

  /// The operands, separated by commas.
  std::variant<std::string, PtxError> operandList(llvm::StringRef text) {
    std::string list;
    for (const llvm::StringRef item : operandTexts(text)) {
      auto value = operand(item);
      if (std::holds_alternative<PtxError>(value))
        return value;
      list += (list.empty() ? "" : ", ") + std::get<std::string>(value);
    }
    return list;
  }

  std::variant<std::string, PtxError> instruction(llvm::StringRef text) {
    if (text.empty())
      return std::string();
    std::string predicate;
    if (text.consume_front("@")) {
      const auto [name, rest] = text.split(' ');
      auto value = operand(name);
      if (std::holds_alternative<PtxError>(value))
        return value;
      predicate = "if (" + std::get<std::string>(value) + ") ";
      text = rest.trim();
    }
    const size_t space = text.find_first_of(" \t\n[");
    const llvm::StringRef name = text.take_front(space);
    const llvm::StringRef operands = space == llvm::StringRef::npos ? "" : text.drop_front(space);
    if (name.starts_with(".reg"))
      return declaration(text);
    if (name == "bra" || name == "bra.uni")
      return predicate + "goto ptx_" + operands.trim().str() + "; ";
    const std::string function = instructionFunction(name.str());
    if (function.empty())
      return PtxError{"PTX instruction '" + name.str() + "' is not emulated"};
    auto list = operandList(operands);
    if (std::holds_alternative<PtxError>(list))
      return list;
    return predicate + "::warpsmith::emulator::ptx::" + function + "(" +
           std::get<std::string>(list) + "); ";
  }

  /// `.reg .pred p, q` or `.reg .b32 r<4>`.
  std::variant<std::string, PtxError> declaration(llvm::StringRef text) {
    llvm::StringRef rest = text.drop_front(4).ltrim();
    if (!rest.consume_front("."))
      return PtxError{"declaration '" + text.str() + "'"};
    const auto [type, names] = rest.split(' ');
    const char *spelled = registerType(type);
    if (!spelled)
      return PtxError{"register type '." + type.str() + "'"};
    std::string result;
    for (llvm::StringRef name : operandTexts(names)) {
      name.consume_front("%%");
      if (!isName(name))
        return PtxError{"register name '" + name.str() + "'"};
      result += std::string(spelled) + " ptx_" + name.str() + "{}; ";
    }
    return result;
  }

  const AsmStatement &statement;
};

} // namespace

std::variant<std::string, PtxError> translatePtx(const AsmStatement &statement) {
  if (llvm::StringRef(statement.text).trim().empty()) {
    // No instruction: it only hides where its operands' values come from.
    std::string body;
    for (const std::string &operand : statement.operands)
      body += "::warpsmith::emulator::ptx::hide(" + operand + "); ";
    return "do { " + body + "} while (false)";
  }
  return Translator(statement).run();
}

} // namespace warpsmith::emulator::translate
