// Rewrites and compiles variants, many at a time, into a cache.
//
// A cache entry is a folder named by a hash of everything that decides its contents: the source and
// the headers of the suite, the pipeline, the flags, the tools. It is filled under a temporary name
// and then renamed, so that a build which is cut off leaves nothing half made. Failures are not
// kept.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include "runtime/harness/run/Toolchain.h"
#include "runtime/harness/run/VariantTable.h"
#include <functional>
#include <map>

namespace warpsmith::harness {

struct BuildSettings {
  Toolchain toolchain;
  std::filesystem::path root;        // the copy of the repository with polybench/
  std::filesystem::path cache;       // folder
  std::filesystem::path keepSources; // rewritten sources are copied here; empty: not
  std::filesystem::path rewritten;   // take rewritten sources from here, not from warpsmith
  int jobs = 1;
  std::function<bool()> enough; // nothing more is begun once it says so; may be empty
  std::chrono::duration<double> timeout{600};
};

struct BuildRequest {
  const Benchmark *benchmark = nullptr;
  Variant variant;
  ElementType type = ElementType::F32;
};

struct BuildResult {
  std::filesystem::path library; // empty when there is none
  std::filesystem::path source;  // what was compiled
  std::string error;             // why there is no library, with the tool's own words
  bool isApplicable = true;      // false: `error` says why the variant is not for this benchmark
  bool cached = false;
  bool begun = true; // `enough` came first, else
  double seconds = 0;
};

/// The cache's folder: WARPSMITH_CACHE, else the user's cache folder.
std::filesystem::path defaultCache();

/// gemm.tile-pipeline.half.cu: a rewritten source's name in keepSources and `rewritten`. Characters
/// of an ad-hoc pipeline that a shell minds become '_'.
std::string rewrittenName(const BuildRequest &request);
std::string sourceName(const std::string &benchmark, const std::string &variant,
                       const std::string &type);

/// What a benchmark's variants are made of: its .cu below `root`, or the user's file; and the flags
/// with which that is parsed and compiled for a type.
std::filesystem::path sourceOf(const Benchmark &benchmark, const std::filesystem::path &root);
CommandLine sourceFlags(const Benchmark &benchmark, ElementType type,
                        const std::filesystem::path &root);

/// Builds all requests, `jobs` at a time; results in the same order. A failure costs its variant
/// alone. `done` is called after each, from one thread at a time.
std::vector<BuildResult>
buildVariants(const BuildSettings &settings, const std::vector<BuildRequest> &requests,
              const std::function<void(const BuildRequest &, const BuildResult &)> &done);

} // namespace warpsmith::harness
