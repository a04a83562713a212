#pragma once

#include "warpsmith_emulator/atomics.h"
