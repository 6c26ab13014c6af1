// Where somebody was, to be shown again when a page is loaded anew: what a link says, and what none
// does.
#pragma once

#include <string>

#include "app/session/app_state.h"

namespace stridescope {

struct KeptPlace {
    std::string fragment{};  ///< as behind the # of a link, of any length; empty: there is none
    bool unsaved = false;    ///< the text would be lost
    std::string exercise{};  ///< the file of the exercise that is open; empty: none is
    std::string text{};      ///< as it stands in that
    bool start = false;      ///< the start page is shown

    bool operator==(const KeptPlace&) const = default;
};

/// Where what is shown is. Without a fragment where that came from a file: no link has it.
KeptPlace place_of(const AppState& state);

/// As JSON, and back. Throws UsageError for what is none.
std::string encode_place(const KeptPlace& place);
KeptPlace decode_place(const std::string& text);

}  // namespace stridescope
