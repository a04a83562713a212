/// `warpsmith same --certificate`: whether files are those of a certificate, and whether what was
/// rewritten computes what its original does.
#pragma once

#include "rewriter/tool/Options.h"

namespace warpsmith::tool {

/// Prints a report for each pair of kernels. The exit status is that of the worst: Failure before
/// NotJudged, TestedOnly and Success; or WrongUse, also where a file is not that of the
/// certificate.
int checkCertificate(const SameRequest &request);

} // namespace warpsmith::tool
