#include "app/ui/kit/buttons.h"

#include <algorithm>
#include <cmath>

#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/text.h"
#include "app/ui/kit/widgets.h"

namespace stridescope::widgets {

float button_width(std::string_view label) {
    return ImGui::CalcTextSize(label.data(), label.data() + label.size()).x +
           2 * ImGui::GetStyle().FramePadding.x;
}

bool icon_button(Ui& ui, const std::string& name, Icon icon, std::string_view tip, bool enabled,
                 bool lit) {
    const float side = ui.row_height();
    bool pressed = false;
    {
        const LitColors colors{ui, lit};
        ImGui::BeginDisabled(!enabled);
        pressed = ImGui::Button(("##" + name).c_str(), {side, side});
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        const ImVec2 middle{std::floor((low.x + high.x) / 2), std::floor((low.y + high.y) / 2)};
        draw_icon(*ImGui::GetWindowDrawList(), icon, middle, std::floor(side * 0.42F),
                  ImGui::GetColorU32(ImGuiCol_Text));
        ImGui::EndDisabled();
    }
    tooltip(ui, tip);
    const ControlRole role = lit ? ControlRole::toggle : ControlRole::button;
    note_control(ui, name, {.role = role, .words = std::string{tip}, .on = lit}, enabled,
                 enabled ? std::string{} : std::string{tip});
    return pressed;
}

bool button(Ui& ui, const std::string& name, std::string_view label, std::string_view tip,
            bool enabled, bool lit) {
    bool pressed = false;
    {
        const LitColors colors{ui, lit};
        ImGui::BeginDisabled(!enabled);
        pressed = ImGui::Button((std::string{label} + "##" + name).c_str());
        ImGui::EndDisabled();
    }
    tooltip(ui, tip);
    note_control(ui, name, {.role = ControlRole::button, .words = std::string{label}}, enabled,
                 enabled ? std::string{} : std::string{tip});
    return pressed;
}

void badge(Ui& ui, const std::string& name, std::string_view words) {
    imgui::push_font(ui.fonts.small);
    const ImVec2 size = ImGui::CalcTextSize(words.data(), words.data() + words.size());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float row = ui.row_height(), aside = ui.units(1.5F);
    const float high = std::min(row, size.y + ui.units(1));
    const ImVec2 low{at.x, std::floor(at.y + (row - high) / 2)};
    const ImVec2 end{low.x + size.x + 2 * aside, low.y + high};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, end, packed(ui.colors.bad), ui.units(0.75F));
    list.AddText({low.x + aside, std::floor(low.y + (high - size.y) / 2)},
                 packed(text_on(ui.colors.bad)), words.data(), words.data() + words.size());
    ImGui::PopFont();
    ImGui::Dummy({end.x - low.x, row});
    note_box(ui, name, low, end);
}

namespace {

/// Points given in a square from -1 to 1.
class Pen {
  public:
    Pen(ImDrawList& list, ImVec2 middle, float size, ImU32 color)
        : list_{list}, middle_{middle}, half_{size / 2}, color_{color} {}

    ImVec2 at(float x, float y) const { return {middle_.x + x * half_, middle_.y + y * half_}; }
    void triangle(float x0, float x1) {
        list_.AddTriangleFilled(at(x0, -1), at(x1, 0), at(x0, 1), color_);
    }
    void bar(float x, float width) {
        list_.AddRectFilled(at(x - width / 2, -1), at(x + width / 2, 1), color_);
    }
    void stroke(float x0, float y0, float x1, float y1) {
        list_.AddLine(at(x0, y0), at(x1, y1), color_, thickness());
    }
    void arc(float from, float to) {
        list_.PathArcTo(at(0, 0.15F), half_ * 0.75F, from, to, 20);
        list_.PathStroke(color_, 0, thickness());
    }
    void ring(float from, float to) {
        list_.PathArcTo(at(0, 0), half_ * 0.82F, from, to, 24);
        list_.PathStroke(color_, 0, thickness());
    }
    void head(float x, float y, float dx) {
        list_.AddTriangleFilled(at(x, y - 0.5F), at(x + dx, y), at(x, y + 0.5F), color_);
    }
    /// Two strokes that meet at the point, towards the middle where `x` and `y` have other signs.
    void corner(float x, float y, float length) {
        const float way = x > 0 ? -1 : 1;
        stroke(x, y, x + way * length, y);
        stroke(x, y, x, y - way * length);
    }
    void dot(float x, float y) { list_.AddCircleFilled(at(x, y), half_ * 0.2F, color_, 12); }
    void frame() { list_.AddRect(at(-1, -1), at(1, 1), color_, half_ * 0.35F, 0, thickness()); }
    float thickness() const { return std::fmax(1.3F, half_ * 0.22F); }

  private:
    ImDrawList& list_;
    ImVec2 middle_;
    float half_;
    ImU32 color_;
};

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float size, ImU32 color) {
    Pen pen{list, middle, size, color};
    constexpr float pi = 3.14159265F;
    switch (icon) {
        case Icon::first:
            pen.bar(-0.8F, 0.3F);
            pen.triangle(0.9F, -0.5F);
            break;
        case Icon::back: pen.triangle(0.7F, -0.8F); break;
        case Icon::play: pen.triangle(-0.7F, 1.0F); break;
        case Icon::pause:
            pen.bar(-0.45F, 0.5F);
            pen.bar(0.45F, 0.5F);
            break;
        case Icon::forward: pen.triangle(-0.7F, 0.8F); break;
        case Icon::last:
            pen.triangle(-0.9F, 0.5F);
            pen.bar(0.8F, 0.3F);
            break;
        case Icon::loop:
            pen.ring(-pi * 0.35F, pi * 1.3F);
            pen.head(0.05F, -0.82F, 0.75F);
            break;
        case Icon::fit:
            for (const float x : {-1.0F, 1.0F}) {
                for (const float y : {-1.0F, 1.0F}) {
                    pen.stroke(x, y, x * 0.35F, y);
                    pen.stroke(x, y, x, y * 0.35F);
                }
            }
            break;
        case Icon::enlarge:
            pen.stroke(-0.9F, 0.9F, 0.9F, -0.9F);
            pen.corner(0.9F, -0.9F, 0.9F);
            pen.corner(-0.9F, 0.9F, 0.9F);
            break;
        case Icon::restore:
            pen.stroke(-1, 1, -0.15F, 0.15F);
            pen.stroke(0.15F, -0.15F, 1, -1);
            pen.corner(-0.15F, 0.15F, 0.8F);
            pen.corner(0.15F, -0.15F, 0.8F);
            break;
        case Icon::dice:
            pen.frame();
            pen.dot(-0.5F, -0.5F);
            pen.dot(0.5F, 0.5F);
            pen.dot(0, 0);
            pen.dot(0.5F, -0.5F);
            pen.dot(-0.5F, 0.5F);
            break;
        case Icon::compare:  // a pair of scales
            pen.stroke(0, -1, 0, 0.9F);
            pen.stroke(-0.5F, 0.9F, 0.5F, 0.9F);
            pen.stroke(-0.85F, -0.7F, 0.85F, -0.7F);
            for (const float x : {-0.65F, 0.65F}) {
                pen.stroke(x, -0.7F, x - 0.4F, 0.3F);
                pen.stroke(x, -0.7F, x + 0.4F, 0.3F);
                pen.stroke(x - 0.4F, 0.3F, x + 0.4F, 0.3F);
            }
            break;
        case Icon::undo:
            pen.arc(-pi * 0.85F, pi * 0.35F);
            pen.head(-0.35F, -0.2F, -0.75F);
            break;
        case Icon::redo:
            pen.arc(pi * 0.65F, pi * 1.85F);
            pen.head(0.35F, -0.2F, 0.75F);
            break;
        case Icon::up:
            pen.stroke(0, -0.85F, 0, 0.85F);
            pen.stroke(0, -0.85F, -0.65F, -0.15F);
            pen.stroke(0, -0.85F, 0.65F, -0.15F);
            break;
        case Icon::down:
            pen.stroke(0, -0.85F, 0, 0.85F);
            pen.stroke(0, 0.85F, -0.65F, 0.15F);
            pen.stroke(0, 0.85F, 0.65F, 0.15F);
            break;
        case Icon::close:
            pen.stroke(-0.7F, -0.7F, 0.7F, 0.7F);
            pen.stroke(-0.7F, 0.7F, 0.7F, -0.7F);
            break;
    }
}

}  // namespace stridescope::widgets
