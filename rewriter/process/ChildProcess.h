/// Programs that this one runs: they have limits, and they end when it does.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpsmith::process {

struct Limits {
  unsigned seconds = 0;   ///< 0: as long as it takes
  unsigned mebibytes = 0; ///< of memory that it can write to; 0: as much as there is
};

/// Files that take what a program prints. Without one it goes where this program's goes. There is
/// nothing to read on its standard input.
struct Streams {
  std::optional<std::string> output = std::nullopt, errors = std::nullopt;
};

struct Outcome {
  enum class Kind { Exited, Signalled, TimedOut, NotStarted };
  Kind kind = Kind::NotStarted;
  int number = 0; ///< exit status, signal, seconds, or errno

  bool succeeded() const { return kind == Kind::Exited && number == 0; }
  /// A compiler's own crash: by a signal, or as its driver tells of one.
  bool crashed() const { return kind == Kind::Signalled || (kind == Kind::Exited && number > 128); }
  /// `exit status 1`.
  std::string text() const;
};

/// Runs a program, whose path comes first, with these variables beside its environment's. It is
/// killed when this program ends, in whatever way, and so are programs that it runs like this.
Outcome run(const std::vector<std::string> &command, const Streams &streams = {},
            const Limits &limits = {}, const std::vector<std::string> &variables = {});

} // namespace warpsmith::process
