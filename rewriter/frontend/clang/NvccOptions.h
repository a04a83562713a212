/// The options of nvcc's command line: their spellings, and which take a value.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warpsmith::frontend {

struct NvccOption {
  enum class Value { None, One, List };

  llvm::StringLiteral longName, shortName;
  Value value = Value::None;
  /// What Clang is told instead; empty: nothing. Values are joined to it, or follow it as arguments
  /// of their own where it ends in a space.
  llvm::StringLiteral clang = "";
};

struct NvccFlag {
  const NvccOption *option = nullptr; ///< null for what nvcc does not know
  llvm::StringRef value;              ///< after `=`, or joined to a flag of one letter
  bool hasValue = false;
};

/// One argument of a command; the option's value may be the next one.
NvccFlag readNvccFlag(llvm::StringRef argument);

/// What follows an option that has no value yet is its value. Clang's -Werror and -O need none.
bool takesNext(const NvccOption &option, llvm::StringRef following);

/// nvcc's flag, without its dashes, is followed by a value.
bool takesValue(llvm::StringRef flag);

/// The elements of a list as nvcc reads it: `\,` is a comma of an element.
std::vector<std::string> nvccElements(llvm::StringRef list);

} // namespace warpsmith::frontend
