#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>
#include <string>

#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

/// A field for the number of the word to go to.
class MemoryControls : public ViewControls {
  public:
    float units() const override { return 27; }
    void draw(Ui& ui, CanvasPane& pane, float room) override;

  private:
    bool jump(const Ui& ui, CanvasPane& pane) const;

    std::array<char, 12> number_{};  ///< as it is typed
    bool failed_ = false;
};

void MemoryControls::draw(Ui& ui, CanvasPane& pane, float /*room*/) {
    ImGui::SetNextItemWidth(ui.units(25));
    const bool entered = ImGui::InputTextWithHint(
        "##memory.jump", "go to word", number_.data(), number_.size(),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CharsDecimal |
            ImGuiInputTextFlags_AutoSelectAll);
    const std::string failed = "No word has that number";
    widgets::tooltip(ui, failed_ ? failed : "Type a word's number, then Enter");
    widgets::note_control(
        ui, "memory.jump",
        {.role = ControlRole::field, .words = "Go to word", .value = number_.data()}, true,
        failed_ ? failed : "");
    if (entered) failed_ = !jump(ui, pane);
}

/// Shows the cell of that number; false where there is none.
bool MemoryControls::jump(const Ui& ui, CanvasPane& pane) const {
    std::int64_t number = -1;
    const auto [end, error] =
        std::from_chars(number_.data(), number_.data() + std::strlen(number_.data()), number);
    const Trace* trace = ui.state.trace();
    if (error != std::errc{} || *end != '\0' || trace == nullptr) return false;
    return number >= 0 && number < trace->words() && pane.show_word(static_cast<int>(number));
}

}  // namespace

std::unique_ptr<ViewControls> memory_controls() {
    return std::make_unique<MemoryControls>();
}

}  // namespace stridescope
