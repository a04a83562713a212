// Variants built on one machine for another: a folder with libraries, sources and manifest.json.
#pragma once

#include "runtime/harness/run/VariantBuilder.h"
#include <map>
#include <string>
#include <vector>

namespace warpsmith::harness {

struct BundleEntry {
  std::string benchmark;
  Variant variant;               // `types` holds this build's type alone
  std::filesystem::path library; // empty when there is none
  std::string error;             // why there is no library
  bool isApplicable = true;      // false: `error` says why the variant is not for this benchmark
};

struct Bundle {
  DeviceKind kind = DeviceKind::Gpu;
  std::string architecture;
  std::string commit;   // of the tree it was built from, or empty
  std::string compiler; // the compiler's version, or empty
  std::vector<BundleEntry> entries;
};

/// Copies the builds into `folder` and writes its manifest last.
void writeBundle(const std::filesystem::path &folder, const Bundle &description,
                 const std::vector<BuildRequest> &requests,
                 const std::vector<BuildResult> &results);

/// Throws InputError naming the manifest and what is wrong with it.
Bundle readBundle(const std::filesystem::path &folder);

/// Copies a bundle without its sources. Throws InputError as readBundle does.
void copyBundle(const std::filesystem::path &from, const std::filesystem::path &to);

} // namespace warpsmith::harness
