/// What takes long, in a line of the terminal that goes again.
#pragma once

#include <string>

namespace warpsmith::tool {

/// Shows the stages that run from the second second on, where the error output is a terminal. The
/// line is gone when this is.
class Progress {
public:
  Progress();
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
};

/// Something that a thread does, as `verifying mm.cu`.
class Stage {
public:
  explicit Stage(std::string text);
  ~Stage();
  Stage(const Stage &) = delete;
  Stage &operator=(const Stage &) = delete;
};

} // namespace warpsmith::tool
