#include "runtime/harness/run/TemporaryFolder.h"
#include "runtime/harness/core/Sizes.h"
#include <cstdlib>

namespace warpsmith::harness {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const fs::path &parent, const std::string &prefix) {
  std::error_code error;
  fs::create_directories(parent, error);
  std::string name = (parent / (prefix + "XXXXXX")).string();
  if (error || !mkdtemp(name.data()))
    throw InputError("no temporary folder can be made like '" + name + "'");
  folder = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

} // namespace warpsmith::harness
