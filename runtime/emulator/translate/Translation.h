/// CUDA C++ to C++: the edits that make a .cu file compile for the CPU.
///
/// Launches become calls, shared variables become storage of the running block, inline PTX becomes
/// calls of functions named after the instructions. Lines keep their numbers.
#pragma once

#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Core/Replacement.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warpsmith::emulator::translate {

struct Translation {
  /// By absolute path: the main file and every header of the user's that needs edits.
  std::map<std::string, clang::tooling::Replacements> edits;
  /// Appended to the main file: registrations of its kernels.
  std::string epilogue;
  /// `file:line:col: error: ...` of constructs that cannot be emulated.
  std::vector<std::string> errors;
};

std::unique_ptr<clang::FrontendAction> makeTranslation(Translation &result);

} // namespace warpsmith::emulator::translate
