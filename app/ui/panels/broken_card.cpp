#include "app/ui/panels/broken_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/text_folder.h"
#include "app/io/printable.h"
#include "app/session/text_findings.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr float padding_x = 3, padding_y = 2;  ///< of the area, in units of the grid
constexpr float column_gap = 4;
constexpr float least_column = 42;
constexpr std::size_t most_found = 2;
constexpr std::size_t longest_title = 120, longest_part = 400;

struct Part {
    const char* name;
    const char* heading;
    std::string text;
};

/// What is said of a text that is broken on purpose.
struct BrokenCard {
    std::string title, correct;  ///< for people
    bool fixable = true;         ///< its correct version is there
    std::vector<Part> parts;
};

/// Those that have something to say.
std::vector<Part> parts_of(std::string_view see, std::string_view why, std::string_view fix,
                           std::string_view met) {
    std::vector<Part> parts{{"see", "What you see", std::string{see}},
                            {"why", "Why", std::string{why}},
                            {"how", "How to fix it", std::string{fix}},
                            {"met", "Where it happens", std::string{met}}};
    std::erase_if(parts, [](const Part& part) { return part.text.empty(); });
    return parts;
}

std::optional<BrokenCard> card_of_text(const TextSpec& spec) {
    const Card card = read_card(spec.text);
    const BrokenText& broken = card.broken;
    if (broken.correct.empty()) return std::nullopt;
    const LibraryText* own = find_text(broken.correct.text());
    const bool beside = TextFolder{spec.path}.find(broken.correct.text() + ".cu").has_value();
    const std::string title = card.title.empty() ? name_of(spec) : card.title.text();
    return BrokenCard{.title = printable(title, longest_title),
                      .correct = own != nullptr && !beside
                                     ? own->title
                                     : printable(broken.correct.text(), longest_title),
                      .fixable = own != nullptr || beside,
                      .parts = parts_of(printable(broken.see.text(), longest_part),
                                        printable(broken.why.text(), longest_part),
                                        printable(broken.mend.text(), longest_part),
                                        printable(broken.met.text(), longest_part))};
}

/// The card of the text that is chosen, if it is broken on purpose.
std::optional<BrokenCard> chosen(const AppState& state) {
    return card_of_text(state.experiment.text);
}

/// What was fixed, and by what.
struct Fixed {
    std::string from, to;  ///< titles
};

/// Where the correct version is there by fixing.
std::optional<Fixed> fixed(const AppState& state) {
    const auto& text = state.edit.fixed_text;
    if (!text || !state.document || state.document->number != text->document) return std::nullopt;
    const Card card = read_card(state.experiment.text.text);
    return Fixed{printable(text->from.title, longest_title),
                 printable(card.title.empty() ? name_of(state.experiment.text) : card.title.text(),
                           longest_title)};
}

/// Whether the run that is shown is of what is chosen: of a text perhaps as it was a moment ago.
bool shows_chosen(const AppState& state, const Trace& trace) {
    const auto &shown = trace.experiment().text, &now = state.experiment.text;
    return shown.path == now.path && trace.facts().is_broken();
}

/// What is said of the run that is shown; `fault`: something was found.
struct Found {
    bool fault = false;
    std::vector<std::string> lines;
};

Found found_in(const AppState& state) {
    const Recording* shown = state.runs.shown.get();
    if (shown == nullptr || !shows_chosen(state, *shown->trace)) {
        return {false, {"The run has not been recorded yet."}};
    }
    Found found;
    for (const Finding& finding : shown->findings) {
        if (found.lines.size() < most_found) found.lines.push_back("Found: " + finding.text);
    }
    found.fault = !found.lines.empty();
    if (found.fault) return found;
    const std::string hidden = printable(shown->trace->facts().broken.hidden, longest_part);
    return {false, {hidden.empty() ? std::string{"Nothing wrong was found in this run."} : hidden}};
}

/// Where everything goes, for a card of some width.
class CardLayout {
  public:
    CardLayout(const Ui& ui, const BrokenCard& card, float width, float most)
        : ui_{ui}, inner_{width - 2 * ui.units(padding_x)} {
        columns_ = inner_ + ui.units(column_gap) >= 4 * ui.units(least_column + column_gap) ? 4 : 2;
        const auto& parts = card.parts;
        const auto columns = static_cast<std::size_t>(columns_);
        rows_.assign((parts.size() + columns - 1) / columns, 0);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            float& row = rows_[i / static_cast<std::size_t>(columns_)];
            row = std::max(row, height_of(parts[i].text));
        }
        folded_height_ = ui.row_height() + ui.units(1) + 2 * ui.units(padding_y);
        if (title_below()) folded_height_ += ui.row_height();
        for (const std::string& found : found_in(ui.state).lines)
            folded_height_ += found_height(found);
        height_ = folded_height_;
        for (const float row : rows_) height_ += row + ui.units(1.5F);
        too_high_ = height_ > most;
    }

    bool folded() const { return too_high_ || ui_.state.display.card_folded; }
    bool too_high() const { return too_high_; }
    float height() const { return folded() ? folded_height_ : height_; }
    float inner() const { return inner_; }
    int columns() const { return columns_; }
    float column_width() const {
        const auto gaps = static_cast<float>(columns_ - 1);
        return std::floor((inner_ - gaps * ui_.units(column_gap)) / static_cast<float>(columns_));
    }
    float row_height(std::size_t row) const { return rows_[row]; }
    /// Beside the badge and the buttons it would have no room.
    bool title_below() const { return wraps(); }
    /// Whether what was found goes on in a second line; else it is cut.
    bool wraps() const { return ui_.state.is_narrow() && columns_ == 2; }
    float found_height(std::string_view text) const {
        return wraps() ? wrapped_height(text, inner_) + ui_.units(0.5F) : line();
    }
    /// The height of a line of small type.
    float line() const { return std::ceil(imgui::size_of(*ui_.fonts.small)) + ui_.units(0.5F); }

  private:
    float height_of(std::string_view text) const {
        return line() + wrapped_height(text, column_width());
    }
    float wrapped_height(std::string_view text, float width) const {
        imgui::push_font(ui_.fonts.small);
        const float height =
            ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, width).y;
        ImGui::PopFont();
        return std::ceil(height);
    }

    const Ui& ui_;
    float inner_;
    int columns_ = 4;
    std::vector<float> rows_;
    float folded_height_ = 0, height_ = 0;
    bool too_high_ = false;
};

void draw_heading(Ui& ui, const BrokenCard& card, const CardLayout& layout) {
    const char* fold = layout.folded() ? "Show card" : "Hide card";
    const float start = ImGui::GetCursorPosX();
    const float buttons =
        widgets::button_width(fold) + ui.units(2) + widgets::button_width("Fix it");
    widgets::badge(ui, "card.badge", "BROKEN ON PURPOSE");
    ImGui::SameLine(0, ui.units(2));
    ImGui::AlignTextToFramePadding();
    const auto draw_title = [&](float room) {
        widgets::fitted_text(ui, card.title, ui.fonts.bold, ui.colors.text, room);
        widgets::note_item(ui, "card.title");
    };
    if (!layout.title_below()) {
        draw_title(start + layout.inner() - buttons - ui.units(2) - ImGui::GetCursorPosX());
    }
    ImGui::SameLine(start + layout.inner() - buttons);
    if (widgets::button(ui, "card.fold", fold,
                        layout.too_high() ? "There is too little room for the card in this window."
                                          : "Shows or hides what this kernel is about",
                        !layout.too_high())) {
        ui.emit(command::Set{setting::card_folded, !ui.state.display.card_folded});
    }
    ImGui::SameLine(0, ui.units(2));
    const std::string tip =
        card.fixable
            ? fmt::format("Switches to the correct version, {}, at the same step", card.correct)
            : fmt::format("There is no {}.cu beside this text, nor among the examples",
                          card.correct);
    if (widgets::button(ui, "card.fix", "Fix it", tip, card.fixable, true)) {
        ui.emit(command::Fix{});
    }
    if (!layout.title_below()) return;
    ImGui::AlignTextToFramePadding();
    draw_title(layout.inner());
}

/// Returns where it ends.
float draw_found(Ui& ui, const CardLayout& layout) {
    const Found found = found_in(ui.state);
    float y = ImGui::GetCursorPosY();
    int number = 0;
    for (const std::string& text : found.lines) {
        ImGui::SetCursorPosY(y);
        const Rgba color = found.fault ? ui.colors.bad : ui.colors.warn;
        if (layout.wraps()) {
            ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + layout.inner());
            widgets::text(text, ui.fonts.small, color);
            ImGui::PopTextWrapPos();
        } else {
            widgets::fitted_text(ui, text, ui.fonts.small, color, layout.inner());
        }
        widgets::note_item(ui, fmt::format("card.found.{}", number++), true, text);
        y += layout.found_height(text);
    }
    return y + ui.units(1);
}

void draw_parts(Ui& ui, const BrokenCard& card, const CardLayout& layout, float y) {
    const auto& parts = card.parts;
    const float left = ImGui::GetCursorPosX(), wide = layout.column_width();
    const auto columns = static_cast<std::size_t>(layout.columns());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const float x = left + static_cast<float>(i % columns) * (wide + ui.units(column_gap));
        ImGui::SetCursorPos({x, y});
        const ImVec2 low = ImGui::GetCursorScreenPos();
        widgets::text(parts[i].heading, ui.fonts.small, ui.colors.accent);
        ImGui::SetCursorPos({x, y + layout.line()});
        ImGui::PushTextWrapPos(x + wide);
        widgets::text(parts[i].text, ui.fonts.small, ui.colors.text);
        ImGui::PopTextWrapPos();
        widgets::note_box(ui, fmt::format("card.{}", parts[i].name), low,
                          {low.x + wide, ImGui::GetItemRectMax().y});
        if (i % columns + 1 == columns) y += layout.row_height(i / columns) + ui.units(1.5F);
    }
}

void draw_fixed(Ui& ui, const Fixed& fixed, float inner) {
    const float start = ImGui::GetCursorPosX(), button = widgets::button_width("Break it again");
    ImGui::AlignTextToFramePadding();
    widgets::fitted_text(
        ui, fmt::format("Fixed: {} in place of “{}”, at the same step.", fixed.to, fixed.from),
        ui.fonts.regular, ui.colors.text, inner - button - ui.units(3));
    widgets::note_item(ui, "card.fixed");
    ImGui::SameLine(start + inner - button);
    if (widgets::button(ui, "card.break", "Break it again",
                        fmt::format("Back to {}, at the same step", fixed.from))) {
        ui.emit(command::BreakAgain{});
    }
}

}  // namespace

float broken_card_height(const Ui& ui, float width, float most) {
    if (const auto card = chosen(ui.state)) {
        return std::ceil(CardLayout{ui, *card, width, most}.height());
    }
    return fixed(ui.state) ? ui.row_height() + 2 * ui.units(padding_y) : 0;
}

void draw_broken_card(Ui& ui, float most) {
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const auto card = chosen(ui.state);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, {low.x + size.x, low.y + size.y});  // up to the edge
    list.AddRectFilled(low, {low.x + ui.units(1), low.y + size.y},
                       packed(card ? ui.colors.bad : ui.colors.good));
    list.PopClipRect();
    widgets::note_box(ui, "card", low, {low.x + size.x, low.y + size.y});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
    if (card) {
        const CardLayout layout{ui, *card, size.x, most};
        draw_heading(ui, *card, layout);
        const float below = draw_found(ui, layout);
        if (!layout.folded()) draw_parts(ui, *card, layout, below);
    } else if (const auto was = fixed(ui.state)) {
        draw_fixed(ui, *was, size.x - 2 * ui.units(padding_x));
    }
    ImGui::PopStyleVar();
}

}  // namespace stridescope
