// The knobs of a CUDA text's run: its #defines, its launch and what its parameters are given.
#pragma once

#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <system_error>

#include "app/session/text_findings.h"
#include "app/session/text_use.h"
#include "app/ui/kit/ui.h"

namespace stridescope::experiment_fields {

// What the fields of the experiment panel have in common.

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

namespace stridescope {

// How the warp machine runs a CUDA text: order of warps and blocks, room on multiprocessors, when
// stores are seen.

class MachineFields {
  public:
    /// The experiment must be of a text.
    void draw(Ui& ui);

  private:
    /// What is typed as a seed, and what it was taken from.
    struct Seed {
        std::string typed{}, from{};
    };
    void draw_schedule(Ui& ui);
    static void draw_room(Ui& ui);
    void draw_memory(Ui& ui);
    /// A field behind the last widget. Whether another number stands in it now.
    static bool draw_seed(Ui& ui, Seed& seed, const std::string& name, std::uint64_t& value);

    Seed schedule_{}, memory_{};
};

class TextFields {
  public:
    /// The experiment must be of a text.
    void draw(Ui& ui);

    /// Whether what keeps the experiment from running was told below one of them.
    bool told() const { return told_; }

  private:
    /// What stands in a field, and what it was taken from: another value from elsewhere (undo, the
    /// text itself) takes its place.
    struct Field {
        std::string typed{}, from{};
    };
    void take_over(const AppState& state);
    void draw_kernel_choice(Ui& ui);
    void draw_knob(Ui& ui, const TextKnob& knob);
    void draw_leftover(Ui& ui, const Setting& setting);
    void draw_launch(Ui& ui);
    void draw_argument(Ui& ui, const TextParameter& parameter);
    void draw_expectation(Ui& ui);
    void draw_main(Ui& ui);
    /// A field for what is set, else for what the text says. What is to be set, where somebody has
    /// typed; empty: as the text says.
    std::optional<std::string> field(Ui& ui, const std::string& name, const std::string& label,
                                     const std::string& hint, const std::string& tip,
                                     const std::string& set, const std::string& said);

    FieldFault fault_{};                      ///< of one of the fields
    bool told_ = false;                       ///< below it, when they were drawn last
    const TextFindings* findings_ = nullptr;  ///< of the text, while it is drawn
    std::map<std::string, Field> fields_;     ///< by widget
    MachineFields machine_{};
    TextFindings own_{};       ///< of a text that is not edited
    std::string looked_at_{};  ///< the one that they are of
};

}  // namespace stridescope
