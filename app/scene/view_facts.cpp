#include "app/scene/view_facts.h"

namespace stridescope {

std::string why_nothing(const Trace& trace) {
    return trace.blocks() == 0 || trace.step_count() == 0
               ? "Nothing was recorded: no thread does anything here."
               : "";
}

}  // namespace stridescope
