#include "app/ui/kit/rich_text.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace stridescope {
namespace {

constexpr float slant = 0.18F;  ///< of emphasis: the fonts at hand have no italics

ImFont* font_of(const Ui& ui, const TextSpan& span, ImFont* ordinary) {
    if (span.code) return ui.fonts.mono;
    return span.strong ? ui.fonts.bold : ordinary;
}

float width_of(ImFont* font, std::string_view text) {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size())
        .x;
}

/// Writes one block's spans, word by word.
class Flow {
  public:
    Flow(Ui& ui, ImVec2 at, float width, ImFont* font, Rgba color)
        : ui_{ui}, left_{at.x}, right_{at.x + width}, font_{font}, color_{color}, pen_{at} {
        line_ = std::ceil(std::max(font->FontSize, ui.fonts.mono->FontSize) * 1.22F);
    }

    void write(const std::vector<TextSpan>& spans) {
        for (const TextSpan& span : spans) write(span);
    }
    /// The lower edge of what was written.
    float bottom() const { return pen_.y + line_; }

  private:
    void write(const TextSpan& span) {
        std::string_view rest = span.text;
        while (!rest.empty()) {
            if (rest.front() == '\n') {
                rest.remove_prefix(1);
                new_line();
                continue;
            }
            if (rest.front() == ' ') {
                const std::size_t end = std::min(rest.find_first_not_of(' '), rest.size());
                rest.remove_prefix(end);
                space_ = true;
                continue;
            }
            const std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
            word(rest.substr(0, end), span);
            rest.remove_prefix(end);
        }
    }

    void word(std::string_view text, const TextSpan& style) {
        ImFont* font = font_of(ui_, style, font_);
        const float gap = space_ && pen_.x > left_ ? width_of(font_, " ") : 0;
        const float wide = width_of(font, text);
        // Without a space before it, it belongs to the word before: better too long than torn.
        if (space_ && pen_.x > left_ && pen_.x + gap + wide > right_) {
            new_line();
        } else {
            pen_.x += gap;
        }
        space_ = false;
        if (style.code) draw_plate(wide);
        draw(text, font, style);
        pen_.x += wide;
    }

    void draw(std::string_view text, ImFont* font, const TextSpan& style) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const int first = list.VtxBuffer.Size;
        const float top = std::floor(pen_.y + (line_ - font->FontSize) / 2);
        list.AddText(font, font->FontSize, {std::floor(pen_.x), top}, packed(color_), text.data(),
                     text.data() + text.size());
        if (!style.emphasis) return;
        const float foot = top + font->FontSize * 0.8F;
        for (int i = first; i < list.VtxBuffer.Size; ++i) {
            list.VtxBuffer[i].pos.x += (foot - list.VtxBuffer[i].pos.y) * slant;
        }
    }

    void draw_plate(float wide) {
        const float rim = ui_.units(0.5F);
        ImGui::GetWindowDrawList()->AddRectFilled(
            {pen_.x - rim, pen_.y + rim}, {pen_.x + wide + rim, pen_.y + line_ - rim},
            packed(mix(ui_.colors.panel, ui_.colors.line, 0.5F)), ui_.units(0.75F));
    }

    void new_line() {
        pen_ = {left_, pen_.y + line_};
        space_ = false;
    }

    Ui& ui_;
    float left_, right_;
    ImFont* font_;
    Rgba color_;
    ImVec2 pen_;
    float line_ = 0;
    bool space_ = false;
};

/// Lines of code on a plate; smaller type where they are too wide.
float draw_code(Ui& ui, const TextBlock& block, ImVec2 at, float width) {
    const std::string code = block.plain();
    ImFont* font = ui.fonts.mono;
    const float rim = ui.units(2);
    float widest = 1;
    int lines = 0;
    for (std::size_t begin = 0; begin < code.size(); ++lines) {
        const std::size_t end = std::min(code.find('\n', begin), code.size());
        widest =
            std::max(widest, width_of(font, std::string_view{code}.substr(begin, end - begin)));
        begin = end + 1;
    }
    const float size =
        std::floor(font->FontSize * std::clamp((width - 2 * rim) / widest, 0.6F, 1.0F));
    const float high = std::ceil(static_cast<float>(lines) * size) + 2 * rim;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + high},
                       packed(mix(ui.colors.panel, ui.colors.line, 0.4F)), ui.units(1));
    list.PushClipRect(at, {at.x + width, at.y + high}, true);
    list.AddText(font, size, {at.x + rim, at.y + rim}, packed(ui.colors.text), code.data(),
                 code.data() + code.size());
    list.PopClipRect();
    return at.y + high;
}

float draw_block(Ui& ui, const TextBlock& block, ImVec2 at, float width) {
    switch (block.kind) {
        case TextBlock::Kind::code: return draw_code(ui, block, at, width);
        case TextBlock::Kind::heading: {
            Flow flow{ui, at, width, block.level <= 2 ? ui.fonts.title : ui.fonts.bold,
                      ui.colors.text};
            flow.write(block.spans);
            return flow.bottom();
        }
        case TextBlock::Kind::item: {
            const float indent = ui.units(5) * static_cast<float>(block.level);
            Flow marker{ui, {at.x + indent, at.y}, ui.units(6), ui.fonts.regular, ui.colors.accent};
            marker.write(std::vector{TextSpan{block.marker}});
            const float aside = indent + ui.units(5);
            Flow flow{ui, {at.x + aside, at.y}, width - aside, ui.fonts.regular, ui.colors.text};
            flow.write(block.spans);
            return flow.bottom();
        }
        case TextBlock::Kind::paragraph: break;
    }
    const float aside = block.quoted ? ui.units(4) : 0;
    Flow flow{ui,
              {at.x + aside, at.y},
              width - aside,
              ui.fonts.regular,
              block.quoted ? ui.colors.faint : ui.colors.text};
    flow.write(block.spans);
    if (block.quoted) {
        ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + ui.units(0.75F), flow.bottom()},
                                                  packed(ui.colors.accent));
    }
    return flow.bottom();
}

}  // namespace

void draw_text_blocks(Ui& ui, const std::vector<TextBlock>& blocks, float width) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    float y = start.y;
    const TextBlock* before = nullptr;
    for (const TextBlock& block : blocks) {
        const bool listed = before != nullptr && before->kind == TextBlock::Kind::item &&
                            block.kind == TextBlock::Kind::item;
        if (before != nullptr) y += ui.units(listed ? 1 : 2.5F);
        y = draw_block(ui, block, {start.x, y}, width);
        before = &block;
    }
    ImGui::Dummy({width, std::ceil(y - start.y)});
}

}  // namespace stridescope
