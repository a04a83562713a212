// One line on a terminal that says what is being done.
#pragma once

#include <string>

namespace warpsmith::harness {

/// Silent unless standard error is a terminal. The line is cleared when the object goes.
class Progress {
public:
  Progress();
  ~Progress();
  Progress(const Progress &) = delete; // owns the terminal's last line
  Progress &operator=(const Progress &) = delete;

  void show(const std::string &text);
  void clear();

private:
  bool terminal;
  bool shown = false;
};

} // namespace warpsmith::harness
