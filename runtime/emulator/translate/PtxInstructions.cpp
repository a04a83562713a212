#include "runtime/emulator/translate/PtxInstructions.h"
#include <map>
#include <string_view>
#include <vector>

namespace warpsmith::emulator::translate {
namespace {

/// The spelling that the table has.
std::string normalized(std::string name) {
  for (const auto &[spelled, plain] :
       std::vector<std::pair<std::string_view, std::string_view>>{{".shared::cta", ".shared"},
                                                                  {"barrier.cta.", "barrier."},
                                                                  {"bar.cta.", "bar."},
                                                                  {".aligned", ""},
                                                                  {".release.cta", ""},
                                                                  {".acquire.cta", ""},
                                                                  {".relaxed.cta", ""},
                                                                  {".L2::128B", ""},
                                                                  {".L2::256B", ""},
                                                                  {".cta.", "."}})
    for (size_t at = name.find(spelled); at != std::string::npos; at = name.find(spelled))
      name.replace(at, spelled.size(), plain);
  return name;
}

} // namespace

std::string instructionFunction(const std::string &instruction) {
  static const std::map<std::string, std::string> Functions = {
#define PTX(instruction, function) {instruction, #function},
#include "runtime/emulator/translate/PtxInstructions.def"
#undef PTX
  };
  const auto found = Functions.find(normalized(instruction));
  return found == Functions.end() ? std::string() : found->second;
}

const char *specialRegister(const std::string &name) {
  static const std::map<std::string, const char *> Registers = {
      {"laneid", "unsigned(::warpsmith::emulator::laneIndex())"},
      {"tid.x", "threadIdx.x"},
      {"tid.y", "threadIdx.y"},
      {"tid.z", "threadIdx.z"},
      {"ctaid.x", "blockIdx.x"},
      {"ctaid.y", "blockIdx.y"},
      {"ctaid.z", "blockIdx.z"},
      {"ntid.x", "blockDim.x"},
      {"ntid.y", "blockDim.y"},
      {"nctaid.x", "gridDim.x"},
      {"nctaid.y", "gridDim.y"}};
  const auto found = Registers.find(name.starts_with("%") ? name.substr(1) : name);
  return found == Registers.end() ? nullptr : found->second;
}

} // namespace warpsmith::emulator::translate
