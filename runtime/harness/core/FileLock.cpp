#include "runtime/harness/core/FileLock.h"
#include "runtime/harness/core/Sizes.h"
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace warpsmith::harness {

FileLock::FileLock(const std::filesystem::path &file, const std::function<bool()> &waits) {
  constexpr std::chrono::milliseconds Pause{10};
  descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EACCES) // another user's: a lock of it needs no more
    descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    throw InputError("cannot open '" + file.string() +
                     "': " + std::generic_category().message(errno));
  fchmod(descriptor, 0666); // for who else may write there; fails unless this is its owner
  // Not by a call that waits: a signal which comes just before it would wait, too.
  while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    held = errno != EWOULDBLOCK && errno != EINTR;
    if (held || !waits())
      return;
    std::this_thread::sleep_for(Pause);
  }
  held = true;
}

FileLock::~FileLock() {
  close(descriptor);
}

} // namespace warpsmith::harness
