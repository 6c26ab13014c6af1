// What the fields of the experiment panel have in common.
#pragma once

#include <charconv>
#include <string>
#include <system_error>

#include "app/ui/kit/ui.h"

namespace stridescope::experiment_fields {

/// Width of the labels on the spacing grid.
inline constexpr float label_units = 23;

/// Whether all of `text` is a number that fits; then `value` is that.
template <class T>
bool parse_whole(const std::string& text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

/// Says, behind all that its field has to say, that the field drawn last was left.
class Committed {
  public:
    explicit Committed(Ui& ui) : ui_{ui}, left_{ImGui::IsItemDeactivatedAfterEdit()} {}
    ~Committed() {
        if (left_) ui_.emit(command::CommitTyping{});
    }
    Committed(const Committed&) = delete;
    Committed& operator=(const Committed&) = delete;

  private:
    Ui& ui_;
    bool left_;
};

}  // namespace stridescope::experiment_fields
