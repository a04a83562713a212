/// The fuzz target, for libFuzzer and for the replay.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace warpsmith::fuzz {

/// Of how many inputs so far a kernel was rewritten: with too few of them little is tested.
unsigned rewrittenInputs();

} // namespace warpsmith::fuzz
