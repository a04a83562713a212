#include "rewriter/frontend/clang/PtxText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace warpsmith::frontend {
namespace {

/// Without comments, and with `%[name]` as its number.
std::optional<std::string> plainPtx(const clang::GCCAsmStmt &statement) {
  const std::string whole = statement.getAsmString();
  std::string text;
  for (size_t at = 0; at < whole.size(); ++at) {
    const llvm::StringRef rest = llvm::StringRef(whole).drop_front(at);
    if (rest.starts_with("//")) {
      at += std::min(rest.find('\n'), rest.size() - 1);
      text += ' ';
    } else if (rest.starts_with("/*")) {
      const size_t end = rest.find("*/");
      if (end == llvm::StringRef::npos)
        return std::nullopt;
      at += end + 1;
      text += ' ';
    } else if (rest.starts_with("%[")) {
      const size_t end = rest.find(']');
      const int number =
          end == llvm::StringRef::npos ? -1 : statement.getNamedOperand(rest.slice(2, end));
      if (number < 0)
        return std::nullopt;
      text += "%" + std::to_string(number);
      at += end;
    } else {
      text += whole[at];
    }
  }
  return text;
}

/// The parts between commas that stand in no brackets.
std::vector<llvm::StringRef> betweenCommas(llvm::StringRef text) {
  std::vector<llvm::StringRef> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '{' || text[at] == '[';
    depth -= text[at] == '}' || text[at] == ']';
    if (text[at] == ',' && depth == 0) {
      parts.push_back(text.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  parts.push_back(text.drop_front(begin).trim());
  return parts;
}

std::optional<PtxOperand> ptxOperand(llvm::StringRef text, unsigned arguments) {
  PtxOperand operand{};
  operand.kind = PtxOperand::Kind::Register;
  if (text.consume_front("{")) {
    if (!text.consume_back("}"))
      return std::nullopt;
    operand.kind = PtxOperand::Kind::Group;
    for (const llvm::StringRef part : betweenCommas(text)) {
      auto one = ptxOperand(part, arguments);
      if (!one || one->kind == PtxOperand::Kind::Group || one->isAddress)
        return std::nullopt;
      operand.group.push_back(std::move(*one));
    }
    return operand;
  }
  if (text.consume_front("[")) {
    if (!text.consume_back("]"))
      return std::nullopt;
    const auto [base, distance] = text.split('+');
    auto inside = ptxOperand(base.trim(), arguments);
    if (!inside || inside->kind == PtxOperand::Kind::Group || inside->isAddress ||
        inside->kind == PtxOperand::Kind::Number)
      return std::nullopt;
    inside->isAddress = true;
    if (!distance.empty() && distance.trim().getAsInteger(0, inside->number))
      return std::nullopt;
    return inside;
  }
  if (llvm::StringRef number = text; number.consume_front("%") && !number.empty()) {
    operand.kind = PtxOperand::Kind::Argument;
    if (number.getAsInteger(10, operand.argument)) {
      // `%%r`, a register
      operand.kind = PtxOperand::Kind::Register;
      operand.name = number.ltrim('%').str();
      return operand;
    }
    return operand.argument < arguments ? std::optional(operand) : std::nullopt;
  }
  if (!text.getAsInteger(0, operand.number)) {
    operand.kind = PtxOperand::Kind::Number;
    return operand;
  }
  const auto isOfName = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.'; };
  if (text.empty() || !llvm::all_of(text, isOfName))
    return std::nullopt;
  operand.name = text.str();
  return operand;
}

/// Without what changes no value.
std::string plainName(llvm::StringRef spelled) {
  llvm::SmallVector<llvm::StringRef> parts;
  spelled.split(parts, '.');
  std::vector<std::string> kept;
  for (llvm::StringRef part : parts) {
    if (part == "aligned" || part == "volatile" || part.starts_with("L2::") ||
        part.starts_with("L1::"))
      continue;
    part.consume_back("::cta");
    kept.push_back(part.str());
  }
  // ldmatrix.sync.x4.m8n8.shared.b16 is spelled in both orders.
  if (kept[0] == "ldmatrix")
    for (size_t at = 0; at + 1 < kept.size(); ++at)
      if (kept[at + 1] == "m8n8") {
        const std::string shape = kept[at + 1];
        kept.erase(kept.begin() + static_cast<long>(at) + 1);
        kept.insert(kept.begin() + 2, shape);
        break;
      }
  return llvm::join(kept, ".");
}

} // namespace

std::optional<std::vector<PtxInstruction>> ptxInstructions(const clang::GCCAsmStmt &statement,
                                                           std::string &why) {
  const unsigned arguments = statement.getNumOutputs() + statement.getNumInputs();
  const auto text = plainPtx(statement);
  if (!text) {
    why = "inline assembly that is not understood";
    return std::nullopt;
  }
  std::vector<PtxInstruction> instructions;
  llvm::SmallVector<llvm::StringRef> statements;
  llvm::StringRef(*text).split(statements, ';');
  for (llvm::StringRef one : statements) {
    // Braces around instructions are scopes of registers.
    for (one = one.trim(); one.consume_front("{") || one.consume_front("}");)
      one = one.trim();
    if (one.empty() || one.starts_with(".reg"))
      continue;
    PtxInstruction instruction;
    instruction.text = llvm::join(llvm::split(one, '\n'), " ");
    if (one.consume_front("@")) {
      instruction.negated = one.consume_front("!");
      const size_t end = one.find_first_of(" \t\n");
      instruction.predicate = one.take_front(end).ltrim('%').str();
      one = one.drop_front(std::min(end, one.size())).trim();
    }
    const size_t end = std::min(one.find_first_of(" \t\n{[%"), one.size());
    instruction.name = plainName(one.take_front(end));
    one = one.drop_front(end).trim();
    if (!one.empty())
      for (const llvm::StringRef part : betweenCommas(one)) {
        auto operand = ptxOperand(part, arguments);
        if (!operand) {
          why = "inline assembly '" + instruction.name + "' with the operand '" + part.str() + "'";
          return std::nullopt;
        }
        instruction.operands.push_back(std::move(*operand));
      }
    instructions.push_back(std::move(instruction));
  }
  return instructions;
}

const clang::Expr *ptxArgument(const clang::GCCAsmStmt &statement, unsigned number) {
  return number < statement.getNumOutputs()
             ? statement.getOutputExpr(number)
             : statement.getInputExpr(number - statement.getNumOutputs());
}

} // namespace warpsmith::frontend
