#pragma once

#include "warpsmith_emulator/warp.h"
