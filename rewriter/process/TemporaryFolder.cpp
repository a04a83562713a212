#include "rewriter/process/TemporaryFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ; // NOLINT(readability-redundant-declaration): not everywhere declared

namespace warpsmith::process {

TemporaryFolder::TemporaryFolder(const std::string &prefix) {
  llvm::SmallString<128> path;
  if (llvm::sys::fs::createUniqueDirectory(prefix, path))
    return;
  folder = path.str().str();
  watch();
}

TemporaryFolder::~TemporaryFolder() {
  if (folder.empty())
    return;
  llvm::sys::fs::remove_directories(folder);
  if (watcher <= 0)
    return;
  kill(watcher, SIGKILL);
  waitpid(watcher, nullptr, 0);
  close(alive);
}

/// A shell waits for this program's end, which closes a pipe, and removes the folder. It is in a
/// session of its own: what ends a group of processes does not end it. Programs that were at work
/// in the folder get a moment to end.
void TemporaryFolder::watch() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return;
  const char *script = "trap '' HUP INT QUIT TERM; read end; sleep 0.2; rm -rf -- \"$0\"";
  const char *command[] = {"sh", "-c", script, folder.c_str(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  if (posix_spawn(&watcher, "/bin/sh", &actions, &attributes, const_cast<char **>(command),
                  environ) != 0)
    watcher = 0;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (watcher > 0)
    alive = ends[1];
  else
    close(ends[1]);
}

} // namespace warpsmith::process
