// As CUDA parts its headers.
#pragma once

#include "../cooperative_groups.h"
