/// What launches of rewritten kernels say where the environment variable WARPSMITH_TRACE is set:
/// with which tile they ran, or what sent them to the original. Host code.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace warpsmith {

/// Where launches say what they run: nowhere if empty, in a file of this path from the root, or on
/// standard error.
inline const char *traceTarget() {
  static const char *const target = std::getenv("WARPSMITH_TRACE");
  return target ? target : "";
}
inline bool isTraced() {
  return *traceTarget() != '\0';
}

/// What a thread's launch has found: its tile, or why the device does not run it.
struct LaunchNote {
  int rows, columns, steps;
  const char *refusal;
};
inline LaunchNote &launchNote() {
  thread_local LaunchNote note = {};
  return note;
}
inline void noteTile(int rows, int columns, int steps) {
  if (isTraced())
    launchNote() = {rows, columns, steps, nullptr};
}
inline void noteRefusal(const char *refusal) {
  if (isTraced())
    launchNote().refusal = refusal;
}

/// What must hold, in the words of the source: left >= right, or that they are equal.
struct LaunchCheck {
  const char *text;
  long long left = 0, right = 0;
  bool holds = true;
  LaunchCheck() : text("") {}
  template <typename Left, typename Right>
  LaunchCheck(const char *what, Left one, Right other, bool equal = false)
      : text(what),
        left((long long)one),
        right((long long)other),
        holds(equal ? left == right : left >= right) {}
};

/// Says what ran of a product of so many rows, columns and steps, or what fails: the first of the
/// checks, whether the launch fits, whether sizes and strides do, whether C overlaps nothing. Each
/// such line is said once, as far as a thread remembers.
template <int Count>
void trace(const char *kernel, bool ran, const char *otherwise, const long long (&sizes)[3],
           const LaunchCheck (&checks)[Count], const bool (&found)[3]) {
  const LaunchNote note = launchNote();
  launchNote() = {};
  int failed = 0;
  while (failed < Count + 3 && (failed < Count ? checks[failed].holds : found[failed - Count]))
    ++failed;
  thread_local unsigned long long said[1024];
  unsigned long long key = reinterpret_cast<unsigned long long>(kernel);
  const long long parts[] = {sizes[0],  sizes[1],     sizes[2],
                             note.rows, note.columns, ran ? -1 : failed};
  for (const long long part : parts)
    key = (key ^ (unsigned long long)part) * 0x9e3779b97f4a7c15;
  if (said[key >> 54] == key)
    return;
  said[key >> 54] = key;
  std::FILE *file = *traceTarget() == '/' ? std::fopen(traceTarget(), "a") : stderr;
  if (!file)
    return;
  const char *const others[] = {"its grid, block or shared memory do not fit",
                                "its sizes or strides do not fit", "C overlaps what is read",
                                note.refusal ? note.refusal
                                             : "there is no kernel for it, or no memory"};
  std::fprintf(file, "warpsmith: %s, %lld x %lld x %lld: %s", kernel, sizes[0], sizes[1], sizes[2],
               ran ? "ran" : otherwise);
  if (ran && note.rows)
    std::fprintf(file, " with tiles of %d x %d x %d", note.rows, note.columns, note.steps);
  else if (!ran && failed < Count)
    std::fprintf(file, ", since %s does not hold: %lld and %lld", checks[failed].text,
                 checks[failed].left, checks[failed].right);
  else if (!ran)
    std::fprintf(file, ", since %s", others[failed - Count]);
  std::fprintf(file, "\n");
  if (file != stderr)
    std::fclose(file);
}

} // namespace warpsmith
