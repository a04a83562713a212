// What a search for the fastest schedule has to choose from, and what of it is worth measuring.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::harness {

/// A pipeline of passes that is legal for all products of a benchmark.
struct Candidate {
  std::string passes;            // as warpsmith --passes takes it
  std::optional<double> seconds; // of a run, by the model; nothing: it has no answer
  bool standard = false;         // one of the suite's variants, which is always measured
};

/// A product that the candidates are for.
struct TunedProduct {
  std::string kernel;
  std::string signature;   // types and orientations (rewriter/ir/Signature.h)
  std::array<int, 3> size; // m, n, k
};

struct CandidateList {
  std::vector<TunedProduct> products;
  std::vector<Candidate> candidates;
};

/// Of the document that `warpsmith --emit=schedules` prints, the pipelines that every product among
/// `kernels` takes; times are summed. `standard` are the passes of the suite's variants. Throws
/// InputError saying which product has none, or what is wrong with the document.
CandidateList readCandidates(const nlohmann::json &document,
                             const std::vector<std::string> &kernels,
                             const std::vector<std::string> &standard);

struct Pruning {
  double factor = 1.5;   // of the model's best time
  std::size_t keep = 24; // at most, beside the standard ones
};

/// The standard candidates and, of the others, those that the model predicts within a factor of its
/// best. Where it finds several equal, the first of them goes before the fastest of all others'
/// second: what it cannot tell apart (numbers of stages, of copy warps) does not crowd out what it
/// can.
std::vector<Candidate> prune(const std::vector<Candidate> &candidates, const Pruning &limits);

} // namespace warpsmith::harness
