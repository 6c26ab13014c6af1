// All that the window says about what it shows.
#pragma once

#include "app/analysis/number_text.h"
#include "app/session/knob_text.h"
#include "app/session/run_text.h"
#include "app/session/step_text.h"
