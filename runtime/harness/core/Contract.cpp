#include "runtime/harness/core/Contract.h"

namespace warpsmith::harness {
namespace {

constexpr std::string_view Names[] = {"bitexact", "fp32", "tf32", "fp16", "bf16", "fp8-sums"};

} // namespace

std::string_view spelling(Contract contract) {
  return Names[static_cast<int>(contract)];
}

std::optional<Contract> parseContract(std::string_view text) {
  for (int index = 0; index < static_cast<int>(std::size(Names)); ++index) {
    if (text == Names[index])
      return static_cast<Contract>(index);
  }
  return std::nullopt;
}

bool roundsOperands(Contract contract) {
  return contract == Contract::Tf32 || contract == Contract::Fp16 || contract == Contract::BFloat16;
}

} // namespace warpsmith::harness
