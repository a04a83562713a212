/// The language of a lexer that reads a source without a preprocessor.
#pragma once

#include "clang/Basic/LangOptions.h"

namespace warpsmith::frontend {

inline clang::LangOptions rawLanguage() {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 = language.CPlusPlus17 = true;
  language.CUDA = language.LineComment = language.RawStringLiterals = true;
  return language;
}

} // namespace warpsmith::frontend
