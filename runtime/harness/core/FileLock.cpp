#include "runtime/harness/core/FileLock.h"
#include "runtime/harness/core/Sizes.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace warpsmith::harness {

FileLock::FileLock(const std::filesystem::path &file, Mode mode) {
  const int access = std::filesystem::is_directory(file) ? O_RDONLY : O_RDWR | O_CREAT;
  descriptor = open(file.c_str(), access | O_CLOEXEC, 0666);
  if (descriptor < 0)
    throw InputError("cannot open '" + file.string() +
                     "': " + std::generic_category().message(errno));
  const int wanted = mode == Mode::Try ? LOCK_EX | LOCK_NB : LOCK_EX;
  int status = 0;
  do {
    status = flock(descriptor, wanted);
  } while (status != 0 && errno == EINTR);
  held = status == 0 || errno != EWOULDBLOCK;
}

FileLock::~FileLock() {
  close(descriptor);
}

} // namespace warpsmith::harness
