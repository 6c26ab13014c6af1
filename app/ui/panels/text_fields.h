// The knobs of a CUDA text's run: its #defines, its launch and what its parameters are given.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/session/text_findings.h"
#include "app/session/text_use.h"
#include "app/ui/kit/ui.h"
#include "app/ui/panels/machine_fields.h"

namespace stridescope {

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
