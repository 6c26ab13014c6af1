#include "app/ui/kit/rich_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>

#include "app/lesson/markdown.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/text.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr float slant = 0.18F;  ///< of emphasis: the fonts at hand have no italics

ImFont* font_of(const Ui& ui, const TextSpan& span, ImFont* ordinary) {
    if (span.code) return ui.fonts.mono;
    return span.strong ? ui.fonts.bold : ordinary;
}

float width_of(ImFont* font, std::string_view text) {
    return font
        ->CalcTextSizeA(imgui::size_of(*font), FLT_MAX, 0, text.data(), text.data() + text.size())
        .x;
}

/// Writes one block's spans, word by word.
class Flow {
  public:
    Flow(Ui& ui, ImVec2 at, float width, ImFont* font, Rgba color)
        : ui_{ui}, left_{at.x}, right_{at.x + width}, font_{font}, color_{color}, pen_{at} {
        line_ = std::ceil(std::max(imgui::size_of(*font), imgui::size_of(*ui.fonts.mono)) * 1.22F);
    }

    void write(const std::vector<TextSpan>& spans) {
        for (const TextSpan& span : spans) write(span);
    }
    /// The link that was clicked; empty: none.
    const std::string& clicked() const { return clicked_; }
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
        const bool first = pen_.x <= left_;
        const bool continues = !first && style.code && span_before_ == &style;
        const float gap = first ? 0 : gap_before(font, style);
        const float wide = width_of(font, text);
        // Without a space before it, it belongs to the word before: better too long than torn.
        if (space_ && !first && pen_.x + gap + wide > right_) {
            new_line();
        } else {
            pen_.x += gap;
            if (continues) draw_plate(pen_.x - gap, pen_.x);
        }
        space_ = false;
        span_before_ = &style;
        if (style.code) draw_plate(pen_.x, pen_.x + wide);
        draw(text, font, style);
        if (!style.link.empty()) lead(wide, style.link);
        pen_.x += wide;
    }

    /// Between this word and the one before: a plate's rim is no part of the space.
    float gap_before(ImFont* font, const TextSpan& style) const {
        const bool code_before = span_before_ != nullptr && span_before_->code;
        if (style.code && span_before_ == &style) return space_ ? width_of(font, " ") : 0;
        const float rims = rim() * static_cast<float>((code_before ? 1 : 0) + (style.code ? 1 : 0));
        return (space_ ? width_of(font_, " ") : 0) + rims;
    }

    void draw(std::string_view text, ImFont* font, const TextSpan& style) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const int first = list.VtxBuffer.Size;
        const float top = std::floor(pen_.y + (line_ - imgui::size_of(*font)) / 2);
        const Rgba color = style.link.empty() ? color_ : ui_.colors.accent;
        list.AddText(font, imgui::size_of(*font), {std::floor(pen_.x), top}, packed(color),
                     text.data(), text.data() + text.size());
        if (!style.emphasis) return;
        const float foot = top + imgui::size_of(*font) * 0.8F;
        for (int i = first; i < list.VtxBuffer.Size; ++i) {
            list.VtxBuffer[i].pos.x += (foot - list.VtxBuffer[i].pos.y) * slant;
        }
    }

    /// The word leads somewhere.
    void lead(float wide, const std::string& link) {
        const ImVec2 low = pen_, high{pen_.x + wide, pen_.y + line_};
        const float foot = std::floor(high.y - ui_.units(0.75F));
        ImGui::GetWindowDrawList()->AddLine({low.x, foot}, {high.x, foot},
                                            packed(ui_.colors.accent));
        widgets::note_box(ui_, "link." + link, low, high);
        if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(low, high)) return;
        widgets::tip(ui_, has_scheme(link) ? link + "  (a click copies it)" : link);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) clicked_ = link;
    }

    float rim() const { return ui_.units(0.5F); }

    void draw_plate(float left, float right) {
        ImGui::GetWindowDrawList()->AddRectFilled(
            {left - rim(), pen_.y + rim()}, {right + rim(), pen_.y + line_ - rim()},
            packed(mix(ui_.colors.panel, ui_.colors.line, 0.5F)), ui_.units(0.75F));
    }

    void new_line() {
        pen_ = {left_, pen_.y + line_};
        space_ = false;
        span_before_ = nullptr;
    }

    Ui& ui_;
    float left_, right_;
    ImFont* font_;
    Rgba color_;
    ImVec2 pen_;
    float line_ = 0;
    bool space_ = false;
    const TextSpan* span_before_ = nullptr;  ///< of the word before it on this line
    std::string clicked_;
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
        std::floor(imgui::size_of(*font) * std::clamp((width - 2 * rim) / widest, 0.6F, 1.0F));
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

/// How wide the columns are: what their words want, and less of it where that is too much.
std::vector<float> column_widths(const Ui& ui, const TextBlock& block, float room) {
    std::vector<float> widths;
    for (const auto& row : block.rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            float wide = 0;
            for (const TextSpan& span : row[i]) {
                wide += width_of(font_of(ui, span, ui.fonts.bold), span.text);
            }
            widths[i] = std::max(widths[i], std::ceil(wide) + 1);
        }
    }
    // The narrowest first: what they leave of their share goes to the others.
    room -= ui.units(4) * static_cast<float>(widths.size());
    std::vector<std::size_t> order(widths.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return widths[i]; });
    for (std::size_t done = 0; done < order.size(); ++done) {
        float& width = widths[order[done]];
        width = std::min(width, std::max(room / static_cast<float>(order.size() - done), 1.0F));
        room -= width;
    }
    return widths;
}

class BlockWriter {
  public:
    BlockWriter(Ui& ui, TextPictures* pictures) : ui_{ui}, pictures_{pictures} {}

    /// Returns the lower edge.
    float draw(const TextBlock& block, ImVec2 at, float width) {
        switch (block.kind) {
            case TextBlock::Kind::code:
                return block.language == bars_language ? draw_bars(block, at, width)
                                                       : draw_code(ui_, block, at, width);
            case TextBlock::Kind::table: return draw_table(block, at, width);
            case TextBlock::Kind::image: return draw_image(block, at, width);
            case TextBlock::Kind::heading:
                return flow(block.spans, at, width,
                            block.level <= 2 ? ui_.fonts.title : ui_.fonts.bold, ui_.colors.text);
            case TextBlock::Kind::item: {
                const float indent = ui_.units(5) * static_cast<float>(block.level);
                flow({TextSpan{block.marker}}, {at.x + indent, at.y}, ui_.units(6),
                     ui_.fonts.regular, ui_.colors.accent);
                const float aside = indent + ui_.units(5);
                return flow(block.spans, {at.x + aside, at.y}, width - aside, ui_.fonts.regular,
                            ui_.colors.text);
            }
            case TextBlock::Kind::paragraph: break;
        }
        const float aside = block.quoted ? ui_.units(4) : 0;
        const float bottom =
            flow(block.spans, {at.x + aside, at.y}, width - aside, ui_.fonts.regular,
                 block.quoted ? ui_.colors.faint : ui_.colors.text);
        if (block.quoted) {
            ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + ui_.units(0.75F), bottom},
                                                      packed(ui_.colors.accent));
        }
        return bottom;
    }
    /// The link that was clicked; empty: none.
    const std::string& clicked() const { return clicked_; }

  private:
    float flow(const std::vector<TextSpan>& spans, ImVec2 at, float width, ImFont* font,
               Rgba color) {
        Flow flow{ui_, at, width, font, color};
        flow.write(spans);
        if (!flow.clicked().empty()) clicked_ = flow.clicked();
        return flow.bottom();
    }

    float draw_table(const TextBlock& block, ImVec2 at, float width) {
        const std::vector<float> widths = column_widths(ui_, block, width);
        float y = at.y;
        for (const auto& row : block.rows) {
            float x = at.x, bottom = y;
            for (std::size_t i = 0; i < row.size(); ++i) {
                ImFont* font = &row == &block.rows.front() ? ui_.fonts.bold : ui_.fonts.regular;
                bottom = std::max(bottom, flow(row[i], {x, y}, widths[i], font, ui_.colors.text));
                x += widths[i] + ui_.units(4);
            }
            y = std::ceil(bottom + ui_.units(0.75F));
            ImGui::GetWindowDrawList()->AddLine({at.x, y}, {at.x + width, y},
                                                packed(ui_.colors.line));
            y += ui_.units(0.75F);
        }
        return y;
    }

    /// A bar for each line, as long as its number, under its words.
    float draw_bars(const TextBlock& block, ImVec2 at, float width) {
        const std::vector<TextBar> bars = bars_of(block);
        double most = 1;
        for (const TextBar& bar : bars) most = std::max(most, bar.number);
        float y = at.y;
        for (const TextBar& bar : bars) {
            y = flow({TextSpan{.text = bar.text, .strong = true}, TextSpan{" " + bar.words}},
                     {at.x, y}, width, ui_.fonts.regular, ui_.colors.text);
            const auto wide = std::floor(width * static_cast<float>(bar.number / most));
            ImGui::GetWindowDrawList()->AddRectFilled(
                {at.x, y}, {at.x + std::max(wide, 1.0F), y + ui_.units(2)},
                packed(ui_.colors.accent), ui_.units(0.5F));
            y += ui_.units(3);
        }
        return y;
    }

    float draw_image(const TextBlock& block, ImVec2 at, float width) {
        ImageTexture* picture = pictures_ == nullptr ? nullptr : &pictures_->at(block.image);
        if (picture == nullptr || picture->empty()) {
            return flow(block.spans, at, width, ui_.fonts.regular, ui_.colors.faint);
        }
        const auto wide = static_cast<float>(picture->width());
        const float scale = std::min(1.0F, width / wide);
        const ImVec2 high{std::floor(at.x + wide * scale),
                          std::floor(at.y + static_cast<float>(picture->height()) * scale)};
        ImGui::GetWindowDrawList()->AddImage(imgui::texture_of(picture->name()), at, high);
        widgets::note_box(ui_, "image." + block.image, at, high);
        return high.y;
    }

    Ui& ui_;
    TextPictures* pictures_;
    std::string clicked_;
};

}  // namespace

void TextPictures::look_in(const std::filesystem::path& folder) {
    if (folder == folder_) return;
    folder_ = folder;
    read_.clear();
}

ImageTexture& TextPictures::at(const std::string& name) {
    return read_.try_emplace(name, folder_ / name).first->second;
}

std::string draw_text_blocks(Ui& ui, const std::vector<TextBlock>& blocks, float width,
                             TextPictures* pictures) {
    BlockWriter writer{ui, pictures};
    const ImVec2 start = ImGui::GetCursorScreenPos();
    float y = start.y;
    const TextBlock* before = nullptr;
    for (const TextBlock& block : blocks) {
        const bool listed = before != nullptr && before->kind == TextBlock::Kind::item &&
                            block.kind == TextBlock::Kind::item;
        if (before != nullptr) y += ui.units(listed ? 1 : 2.5F);
        y = writer.draw(block, {start.x, y}, width);
        before = &block;
    }
    ImGui::Dummy({width, std::ceil(y - start.y)});
    return writer.clicked();
}

}  // namespace stridescope
