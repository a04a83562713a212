// Says on standard error what is being done, how far it is and how long it may take. On a terminal
// that is a line that is kept up to date, with several workers one more for each of them; elsewhere
// a line every 25 seconds, so that a log shows that work goes on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace warpsmith::harness {

/// "[=====>     ]  43 %  1:05 left  text" in at most `width` columns. `share` is what is done of
/// the work, 0 to 1; below 0 it is unknown and the line is the text alone. The time left follows
/// from the time that the share took, once that says something.
std::string progressLine(const std::string &text, double share,
                         std::chrono::duration<double> elapsed, std::size_t width);

/// What several workers do, each after its name, in at most `height` lines; those left over are
/// counted in the last one. `texts` and `names` go together; a worker with an empty text idles.
std::vector<std::string> workerLines(const std::vector<std::string> &names,
                                     const std::vector<std::string> &texts, std::size_t width,
                                     std::size_t height);

/// What is shown on a terminal is cleared when the object goes. May be called from any thread.
class Progress {
public:
  /// `interval` is the time between two lines where standard error is no terminal.
  explicit Progress(std::chrono::duration<double> interval = std::chrono::seconds(25));
  ~Progress();
  Progress(const Progress &) = delete; // owns the terminal's last lines
  Progress &operator=(const Progress &) = delete;

  /// Some work begins, of which the time left is to be told: how much there is in all, in any unit,
  /// and who does it. One worker needs no name.
  void begin(double work, std::vector<std::string> workers = {""});
  /// Stands before what is shown from now on.
  void stage(const std::string &name);
  /// A worker has done its piece, and the next one is that much of the work.
  void enter(double piece, std::size_t worker = 0);
  /// How much of its piece a worker has done, 0 to 1.
  void advance(double share, std::size_t worker = 0);
  void show(const std::string &text, std::size_t worker = 0);
  void clear();

private:
  struct Worker {
    double piece = 0;
    double share = 0;
    std::string name;
    std::string text;
  };

  void draw();
  void erase();
  double share() const;
  void beat(std::chrono::duration<double> interval);

  std::mutex mutex;
  bool terminal;
  std::size_t shown = 0; // lines
  std::string prefix;    // of a stage
  double work = 0;       // 0: unknown
  double done = 0;       // by pieces that are finished
  std::vector<Worker> workers = std::vector<Worker>(1);
  std::chrono::steady_clock::time_point start;
  bool isOver = false;
  std::condition_variable over;
  std::thread heartbeat; // where there is no terminal
};

/// One worker's part of the progress.
class WorkerProgress {
public:
  WorkerProgress(Progress &progress, std::size_t worker) : progress(progress), worker(worker) {}
  void advance(double share) { progress.advance(share, worker); }
  void show(const std::string &text) { progress.show(text, worker); }

private:
  Progress &progress;
  std::size_t worker;
};

} // namespace warpsmith::harness
