// Names from elsewhere as labels of Dear ImGui's, which has a meaning of its own for ##.
#pragma once

#include <string>

#include "app/io/printable.h"

namespace stridescope {

/// The name as it can be shown in a list or a menu.
inline std::string foreign_label(const std::string& name) {
    constexpr std::size_t longest = 200;
    std::string label = printable(name, longest);
    for (std::size_t at = 0; (at = label.find("##", at)) != std::string::npos; ++at) {
        label.insert(at + 1, 1, ' ');
    }
    return label;
}

}  // namespace stridescope
