/// Words with which families write their plans.
#pragma once

#include "rewriter/families/Schedule.h"
#include <initializer_list>
#include <string>
#include <vector>

namespace warpsmith {

/// `128;64;16`.
inline std::string listText(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values)
    text += (text.empty() ? "" : ";") + std::to_string(value);
  return text;
}

/// `128 x 64 x 16`.
inline std::string extentsText(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values)
    text += (text.empty() ? "" : " x ") + std::to_string(value);
  return text;
}

/// Those that are not empty, as `--passes` takes them.
inline std::string passesText(const std::vector<std::string> &passes) {
  std::string text;
  for (const std::string &pass : passes)
    if (!pass.empty())
      text += (text.empty() ? "" : ",") + pass;
  return text;
}

inline std::string stagesPassText(const Staging &staging) {
  return staging.stages > 1 ? "pipeline<stages=" + std::to_string(staging.stages) + ">" : "";
}

inline std::string copyWarpsPassText(const Staging &staging) {
  return staging.copyWarps ? "warp-specialize<dma=" + std::to_string(staging.copyWarps) + ">" : "";
}

inline std::string interleaveText(const Interleave &mix) {
  return "interleave-fp64<" + std::to_string(mix.fp64) + "/" + std::to_string(mix.period) +
         (mix.floatProducts ? ";float-products" : "") + ">";
}

inline std::string splitText(Split split, int workspace) {
  return "split<" + std::string(name(split)) + (split == Split::Fp16x3 ? ";narrow" : "") +
         (workspace != ResidueWorkspace ? ";workspace=" + std::to_string(workspace) : "") + ">";
}

} // namespace warpsmith
