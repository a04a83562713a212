// One line on a terminal that says what is being done, how far it is and how long it may take.
#pragma once

#include <chrono>
#include <string>

namespace warpsmith::harness {

/// "[=====>     ]  43 %  1:05 left  text" in at most `width` columns. `share` is what is done of
/// the work, 0 to 1; below 0 it is unknown and the line is the text alone. The time left follows
/// from the time that the share took, once that says something.
std::string progressLine(const std::string &text, double share,
                         std::chrono::duration<double> elapsed, std::size_t width);

/// Silent unless standard error is a terminal. The line is cleared when the object goes.
class Progress {
public:
  Progress();
  ~Progress();
  Progress(const Progress &) = delete; // owns the terminal's last line
  Progress &operator=(const Progress &) = delete;

  /// Some work begins, of which the time left is to be told.
  void begin();
  /// What follows is the part of the work from one share to another.
  void enter(double from, double to);
  /// How much of that part is done, 0 to 1.
  void advance(double share);
  void show(const std::string &text);
  void clear();

private:
  bool terminal;
  bool shown = false;
  double done = -1; // share of the whole; unknown at first
  double from = 0, to = 1;
  std::chrono::steady_clock::time_point start;
};

} // namespace warpsmith::harness
