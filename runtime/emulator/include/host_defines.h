#pragma once

#include "warpsmith_emulator/qualifiers.h"
