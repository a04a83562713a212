/// Conditions on parameters alone. A kernel is read once for each outcome of them, as a case of its
/// own.
#pragma once

#include "rewriter/frontend/values/Decisions.h"
#include "rewriter/frontend/values/Formula.h"

namespace warpsmith::frontend {

/// The formula where those of its parts that parameters decide have the outcomes of this case. Of
/// sizes, those named are of unsigned types.
FormulaRef decided(const FormulaRef &formula, Decisions &decisions,
                   const std::vector<std::string> &unsignedSizes);

/// Sizes alone decide a part of the formula, and one of them has one of the names.
bool asksFor(const FormulaRef &formula, const std::set<std::string> &names);

} // namespace warpsmith::frontend
