// One of several: as a drop-down list, or side by side.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/ui/kit/ui.h"

namespace stridescope::widgets {

/// One entry of a choice.
struct Option {
    std::string id;  ///< for its name in tests: NAME.ID
    std::string label;
    std::string reason;  ///< why it cannot be chosen; empty if it can
    std::string tip;     ///< what it means
    /// The badge that all entries of its group have: shown as a heading above the first of them.
    std::string badge{};
    /// What its group is called, shown above the first of them.
    std::string group{};
};

/// A drop-down list; impossible options are grey and say why. Returns the one picked, or -1.
/// `hint` stands there while none of them is selected.
int combo(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected,
          float width, const std::string& hint = "–");
/// The same as an arrow alone, for what has no room beside it. `tip`: what is in it.
int more(Ui& ui, const std::string& name, const std::vector<Option>& options,
         const std::string& tip);
/// The options side by side, one pressed in. Returns the one picked, or -1.
int segmented(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected,
              float width);
/// How wide `segmented` makes an option of that label, at least.
float segment_width(const Ui& ui, std::string_view label);

}  // namespace stridescope::widgets
