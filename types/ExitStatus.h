// What the exit status of each program says.
#pragma once

namespace warpsmith {

enum ExitStatus {
  Success = 0,
  Failure = 1,     ///< something failed, or differs
  WrongUse = 2,    ///< the command line is wrong, or names a file that cannot be used
  WouldChange = 3, ///< `warpsmith --check`: a file would be rewritten
  TestedOnly = 4,  ///< `warpsmith same`: no difference was found, and nothing is proved
  NotJudged = 5,   ///< `warpsmith same`: neither proved nor tested
  InterruptedStatus = 130
};

} // namespace warpsmith
