#pragma once

namespace warpsmith::harness::html {

/// The page's style sheet: light and dark by the reader's preference, light in print.
extern const char *const StyleSheet;

} // namespace warpsmith::harness::html
