/// What is parsed once for all translated files: the emulator's headers, and those of the C++
/// library that most programs include. A program that forgets one is told so by its translation.
#pragma once

#include "warpsmith_emulator/emulation.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
