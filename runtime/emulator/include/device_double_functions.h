#pragma once

#include "warpsmith_emulator/rounded_math.h"
