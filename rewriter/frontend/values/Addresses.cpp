// Addresses in global memory as numbers. Nothing is known of them but that one address is the same
// number wherever it is looked at: whether it is a multiple of 16 is a truth value that may be
// either.
#include "rewriter/frontend/values/KernelRun.h"
#include "rewriter/frontend/values/Leaves.h"

namespace warpsmith::frontend {

using index::Affine;

Value KernelRun::addressOf(const Value &pointer, const std::string &text) const {
  Value address = Value::unknown("the address '" + text + "' as a number");
  if (pointer.isNull || !isParameter(pointer.array))
    return address;
  address.address = AddressTest + pointer.array;
  address.integer = pointer.integer;
  return address;
}

/// What an address is modulo a number, and how that compares with one; nothing for other terms.
std::optional<Value> KernelRun::ofAddress(const Term &term, const Value &left, const Value &right) {
  const bool isLeft = !left.address.empty();
  const Value &address = isLeft ? left : right, &other = isLeft ? right : left;
  const auto number = other.kind == Value::Kind::Integer && other.integer.isUniform()
                          ? other.integer.constant().constant()
                          : std::nullopt;
  if (address.address.empty() || !number || *number < 0)
    return std::nullopt;
  if ((term.text == "%" && isLeft) || term.text == "&") {
    Value rest = address;
    rest.address += " " + term.text + " " + std::to_string(*number);
    return rest;
  }
  if (term.text != "==" && term.text != "!=")
    return std::nullopt;
  const ExpressionRef position = positionAt(effects, address.integer);
  const FormulaRef test = Formula::comparison(
      Expression::compare("==", Expression::call(address.address, ElementType::U32, {position}),
                          Expression::literal(std::to_string(*number) + "u", ElementType::U32)));
  return Value::of(term.text == "==" ? test : Formula::opposite(test));
}

} // namespace warpsmith::frontend
