#include "app/ui/class/question_box.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>

#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr const char* reveal_label = "Show the answer";

/// The colours of an answer once it is known whether it is right: good, bad, or as it was.
class AnswerColors {
  public:
    AnswerColors(const Ui& ui, bool known, bool right, bool chosen) : set_{known} {
        if (!set_) return;
        const Rgba color = right ? ui.colors.good : ui.colors.bad;
        const ImU32 fill = packed(mix(ui.colors.raised, color, chosen ? 0.3F : 0.12F));
        for (const int part : {ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive}) {
            ImGui::PushStyleColor(part, fill);
        }
        ImGui::PushStyleColor(ImGuiCol_Border, packed(color));
    }
    ~AnswerColors() {
        if (set_) ImGui::PopStyleColor(4);
    }
    AnswerColors(const AnswerColors&) = delete;
    AnswerColors& operator=(const AnswerColors&) = delete;

  private:
    bool set_;
};

/// A button whose words take several lines.
bool long_button(Ui& ui, const std::string& name, const std::string& label, float width, bool lit) {
    const ImVec2 rim = ImGui::GetStyle().FramePadding;
    const float room = width - 2 * rim.x;
    const float high = ImGui::CalcTextSize(label.c_str(), nullptr, false, room).y + 2 * rim.y;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (lit) ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.colors.accent));
    const bool pressed = ImGui::Button(("##" + name).c_str(), {width, std::ceil(high)});
    if (lit) ImGui::PopStyleColor();
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                                        {at.x + rim.x, at.y + rim.y}, packed(ui.colors.text),
                                        label.c_str(), nullptr, room);
    widgets::note_control(ui, name, {.role = ControlRole::button, .words = label});
    return pressed;
}

/// Whether an option was ever chosen.
bool tried(const LessonAnswer& answer, std::size_t option) {
    return std::ranges::any_of(answer.tries, [option](const LessonAnswer::Try& one) {
        return one.options.contains(option);
    });
}

/// Why one could think so, of the last try; empty where there is nothing to say.
std::string temptation(const Question& question, const LessonAnswer& answer) {
    if (question.tempting.empty()) return {};
    if (answer.tries.empty()) {
        const auto worst = answer.vote.worst(question);
        if (!worst || question.tempting[*worst].empty()) return {};
        return fmt::format("{:c}: {}", static_cast<char>('A' + *worst), question.tempting[*worst]);
    }
    for (const std::size_t option : answer.tries.back().options) {
        const bool known = option < question.tempting.size() && !question.is_right(option);
        if (known) return question.tempting[option];
    }
    return {};
}

std::string verdict_of(const Question& question, const LessonAnswer& answer) {
    if (answer.tries.empty()) {
        const int votes = answer.vote.all();
        if (votes == 0) {
            const std::string right = question.right_text();
            return fmt::format("Answer: {}{}", right, right.ends_with('.') ? "" : ".");
        }
        int right = 0;
        for (std::size_t i = 0; i < question.options.size(); ++i)
            right += question.is_right(i) ? answer.vote.of(i) : 0;
        return fmt::format("{} of {} vote{} correct.", right, votes, votes == 1 ? "" : "s");
    }
    const LessonAnswer::Try& last = answer.tries.back();
    if (last.right) return "Correct.";
    if (answer.done) {
        const std::string right = question.right_text();
        return fmt::format("No: {}{}", right, right.ends_with('.') ? "" : ".");
    }
    const bool incomplete =
        std::ranges::all_of(last.options, [&](std::size_t o) { return question.is_right(o); });
    return incomplete ? "Correct, but others are, too. Try once more." : "No. Try once more.";
}

void draw_verdict(Ui& ui, const std::string& name, const Question& question,
                  const LessonAnswer& answer, float right_edge, ImFont* reasons) {
    const std::string verdict = verdict_of(question, answer);
    ImGui::PushTextWrapPos(right_edge);
    const Rgba color = answer.tries.empty()        ? ui.colors.text
                       : answer.tries.back().right ? ui.colors.good
                                                   : ui.colors.bad;
    widgets::text(verdict, ui.fonts.bold, color);
    widgets::note_item(ui, name + ".verdict", true, verdict);
    if (const std::string why = temptation(question, answer); !why.empty()) {
        widgets::text(why, reasons, ui.colors.text);
        widgets::note_item(ui, name + ".tempting", true, why);
    }
    if (answer.done && !question.why.empty()) {
        widgets::text(question.why, reasons, ui.colors.text);
        widgets::note_item(ui, name + ".why", true, question.why);
    }
    ImGui::PopTextWrapPos();
}

/// The hints that were asked for, and a button for the next one; whether it was pressed.
bool draw_hints(Ui& ui, const std::string& name, const Question& question,
                const LessonAnswer& answer, float right_edge) {
    ImGui::PushTextWrapPos(right_edge);
    for (std::size_t i = 0; i < answer.hints; ++i) {
        const std::string words = fmt::format("Hint {}: {}", i + 1, question.hints[i]);
        widgets::text(words, ui.fonts.regular, ui.colors.text);
        widgets::note_item(ui, fmt::format("{}.hint.{}", name, i), true, words);
    }
    ImGui::PopTextWrapPos();
    if (answer.done || answer.hints >= question.hints.size()) return false;
    const std::string label = fmt::format("Hint {} of {}", answer.hints + 1, question.hints.size());
    return widgets::button(ui, name + ".hint", label, "Shows one more hint (H)");
}

std::optional<std::size_t> draw_options(Ui& ui, const std::string& name, const Question& question,
                                        const LessonAnswer& answer, float width, bool votes) {
    std::optional<std::size_t> picked;
    float used = 0;
    const char* tip = answer.done ? ""
                      : votes     ? "One more vote for this answer; with Shift, one fewer"
                                  : "Choose this answer";
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const std::string label =
            fmt::format("{:c}  {}", static_cast<char>('A' + i), question.options[i]);
        const float wide = widgets::button_width(label);
        // As many in a row as there is room for.
        if (i > 0 && used > 0 && used + ui.units(2) + wide <= width) {
            ImGui::SameLine(0, ui.units(2));
            used += ui.units(2) + wide;
        } else {
            used = wide;
        }
        // Which of several were wrong is not told before all is.
        const bool chosen = tried(answer, i), right = question.is_right(i);
        const bool known = answer.done ? right || chosen : chosen && !question.several();
        const AnswerColors colors{ui, known, right, chosen};
        const std::string id = fmt::format("{}.option.{}", name, i);
        const bool marked = answer.marked.contains(i);
        const bool pressed = wide > width ? long_button(ui, id, label, width, marked)
                                          : widgets::button(ui, id, label, tip, true, marked);
        if (wide > width) used = 0;
        if (pressed && !answer.done && (!known || question.several())) picked = i;
    }
    return picked;
}

/// The options below one another, or in two columns where they are short: as long a bar in each as
/// its share of the votes, with their number.
void draw_votes(Ui& ui, const std::string& name, const Question& question, const ClassVote& vote,
                float width) {
    const ImVec2 rim = ImGui::GetStyle().FramePadding;
    const float gap = ui.units(1), number = ImGui::CalcTextSize("0000").x + rim.x;
    float longest = 0;
    for (const std::string& option : question.options) {
        longest = std::max(longest, widgets::button_width("A  " + option));
    }
    const bool two = question.options.size() > 2 && longest + number <= (width - gap) / 2;
    const float wide = two ? std::floor((width - gap) / 2) : width;
    const float room = wide - 2 * rim.x - number;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const std::string label =
            fmt::format("{:c}  {}", static_cast<char>('A' + i), question.options[i]);
        const float high =
            std::ceil(ImGui::CalcTextSize(label.c_str(), nullptr, false, room).y + rim.y);
        if (two && i % 2 == 1) ImGui::SameLine(0, gap);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({wide, high});
        const Rgba color = question.is_right(i) ? ui.colors.good : ui.colors.bad;
        const float share = static_cast<float>(vote.of(i)) / static_cast<float>(vote.all());
        const float round = ImGui::GetStyle().FrameRounding;
        list.AddRectFilled(at, {at.x + wide, at.y + high},
                           packed(mix(ui.colors.raised, color, 0.08F)), round);
        if (share > 0) {
            list.AddRectFilled(at, {at.x + wide * share, at.y + high},
                               packed(mix(ui.colors.raised, color, 0.4F)), round);
        }
        list.AddRect(at, {at.x + wide, at.y + high}, packed(color), round);
        const ImU32 ink = packed(ui.colors.text);
        list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {at.x + rim.x, at.y + rim.y / 2}, ink,
                     label.c_str(), nullptr, room);
        const std::string votes = fmt::to_string(vote.of(i));
        const float left = at.x + wide - rim.x - ImGui::CalcTextSize(votes.c_str()).x;
        list.AddText({left, at.y + rim.y / 2}, ink, votes.c_str());
        widgets::note_box(ui, fmt::format("{}.votes.{}", name, i), at,
                          {at.x + wide * share, at.y + high});
    }
}

/// Shows the answer; whether that is wanted.
bool draw_reveal(Ui& ui, const std::string& name) {
    return widgets::button(ui, name + ".reveal", reveal_label, "Page Down or Enter");
}

/// How many have voted; before that, how one counts for this question.
std::string vote_words(const Question& question, const ClassVote& vote, int typed_count) {
    if (typed_count > 0) return fmt::format("{} for …", typed_count);
    const int votes = vote.all();
    if (votes == 0) {
        const std::size_t options = question.options.size();
        const char last = static_cast<char>('A' + std::max<std::size_t>(options, 1) - 1);
        return fmt::format("Count the hands: A {} {}, or 14 A", options > 2 ? "…" : "and", last);
    }
    return votes == 1 ? "1 vote" : fmt::format("{} votes", votes);
}

void draw_vote_words(Ui& ui, const std::string& name, const std::string& words) {
    widgets::text(words, ui.fonts.regular, ui.colors.faint);
    widgets::note_item(ui, name + ".count", true, words);
}

/// What stands at the right end of the question's row: the pictures have what a row of its own
/// would take.
struct RowEnd {
    bool reveal = false, words = false;
};

/// What was asked, and beside it what there is room for.
RowEnd draw_question_row(Ui& ui, const std::string& name, const Question& question, float width,
                         const std::string& words, QuestionPick& pick) {
    const float left = ImGui::GetCursorPosX(), gap = ui.units(4);
    ImFont* bold = ui.fonts.bold;
    const float asked =
        bold->CalcTextSizeA(imgui::size_of(*bold), FLT_MAX, 0, question.text.c_str()).x;
    const float reveal = widgets::button_width(reveal_label),
                told = ImGui::CalcTextSize(words.c_str()).x;
    RowEnd end;
    end.reveal = asked + gap + reveal <= width;
    end.words = end.reveal && !question.typed && asked + 2 * gap + told + reveal <= width;
    if (end.reveal) ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(left + width);
    widgets::text(question.text, bold, ui.colors.text);
    ImGui::PopTextWrapPos();
    if (end.words) {
        ImGui::SameLine();
        ImGui::SetCursorPosX(left + width - reveal - gap - told);
        draw_vote_words(ui, name, words);
    }
    if (end.reveal) {
        ImGui::SameLine();
        ImGui::SetCursorPosX(left + width - reveal);
        pick.reveal = draw_reveal(ui, name);
    }
    return end;
}

/// What has no place in the question's row: beside the last answer, where there is room. How to
/// vote takes no row of its own.
void draw_row_end(Ui& ui, const std::string& name, const RowEnd& end, const std::string& words,
                  bool voted, float right_edge, QuestionPick& pick) {
    const auto beside = [&](float wide) {
        const float used = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
        const bool fits = used + ui.units(5) + wide <= right_edge;
        if (fits) ImGui::SameLine(0, ui.units(5));
        return fits;
    };
    if (!end.reveal) {
        beside(widgets::button_width(reveal_label));
        pick.reveal = draw_reveal(ui, name);
    }
    if (end.words) return;
    const bool fits = beside(ImGui::CalcTextSize(words.c_str()).x);
    if (fits) ImGui::AlignTextToFramePadding();
    if (fits || voted) draw_vote_words(ui, name, words);
}

/// What came of a class's votes: the question with its bars, and beside them, in the smallest type
/// that a class reads, what is to be said of them. The picture keeps the height for its values.
void draw_counted(Ui& ui, const std::string& name, const Question& question,
                  const LessonAnswer& answer, float width) {
    const ImVec2 top = ImGui::GetCursorPos();
    const float gap = ui.units(4), half = std::floor((width - gap) / 2);
    // A long question goes across, and all else below it.
    const bool across = !widgets::fits_lines(question.text, ui.fonts.bold, half, 2);
    ImGui::PushTextWrapPos(top.x + (across ? width : half));
    widgets::text(question.text, ui.fonts.bold, ui.colors.text);
    ImGui::PopTextWrapPos();
    const float beside = across ? ImGui::GetCursorPosY() : top.y;
    imgui::push_font(ui.fonts.small);
    draw_votes(ui, name, question, answer.vote, half);
    ImGui::PopFont();
    const float below = ImGui::GetCursorPosY();
    ImGui::SetCursorPos({top.x + half + gap, beside});
    ImGui::BeginGroup();
    draw_verdict(ui, name, question, answer, top.x + width, ui.fonts.small);
    ImGui::EndGroup();
    ImGui::SetCursorPos({top.x, std::max(below, ImGui::GetCursorPosY())});
}

}  // namespace

std::optional<std::string> NumberField::draw(Ui& ui, const std::string& name) {
    ImGui::SetNextItemWidth(ui.units(36));
    if (frames_ > 0) ImGui::SetKeyboardFocusHere();
    const std::string id = "##" + name + ".number";
    bool meant = widgets::text_field(id, "a number", text_, ImGuiInputTextFlags_EnterReturnsTrue);
    if (ImGui::IsItemActive()) frames_ = 0;
    widgets::note_control(ui, name + ".number",
                          {.role = ControlRole::field, .words = "Your answer", .value = text_});
    ImGui::SameLine(0, ui.units(2));
    if (widgets::button(ui, name + ".settle", "Answer", "Enter", !text_.empty())) meant = true;
    if (!meant || text_.empty()) return std::nullopt;
    return text_;
}

LessonAnswer answer_to_prediction(const PredictState& predict) {
    LessonAnswer answer;
    answer.vote = predict.vote;
    answer.done = predict.revealed;
    if (!predict.question || !predict.answered) return answer;
    const std::size_t option = *predict.answered;
    answer.tries.push_back(
        {{option}, predict.question->options[option], predict.question->is_right(option)});
    answer.done = true;
    return answer;
}

QuestionPick draw_question(Ui& ui, const std::string& name, const Question& question,
                           const LessonAnswer& answer, NumberField* typed, float width,
                           const VoteLook& vote) {
    QuestionPick pick;
    const float left = ImGui::GetCursorPosX();
    const bool voting = vote.on && !answer.done;
    const std::string words = vote_words(question, answer.vote, vote.typed_count);
    RowEnd end;
    const bool counted = answer.done && answer.vote.all() > 0;
    if (vote.on && counted && !question.typed) {
        draw_counted(ui, name, question, answer, width);
        return pick;
    }
    if (voting) {
        end = draw_question_row(ui, name, question, width, words, pick);
    } else {
        ImGui::PushTextWrapPos(left + width);
        widgets::text(question.text, ui.fonts.bold, ui.colors.text);
        ImGui::PopTextWrapPos();
    }
    if (question.typed) {
        if (!answer.done && typed != nullptr) pick.words = typed->draw(ui, name);
        if (voting && !end.reveal) {
            ImGui::SameLine(0, ui.units(2));
            pick.reveal = draw_reveal(ui, name);
        }
    } else if (counted) {
        draw_votes(ui, name, question, answer.vote, width);
    } else {
        pick.option = draw_options(ui, name, question, answer, width, vote.on);
        if (voting) {
            pick.votes = ImGui::GetIO().KeyShift ? -1 : 1;
            const bool voted = answer.vote.all() > 0 || vote.typed_count > 0;
            draw_row_end(ui, name, end, words, voted, left + width, pick);
        } else if (question.several() && !answer.done) {
            pick.settle = widgets::button(ui, name + ".settle", "Check my choices",
                                          "First choose all answers that are correct",
                                          !answer.marked.empty());
        }
    }
    if (!answer.tries.empty() || answer.done)
        draw_verdict(ui, name, question, answer, left + width, ui.fonts.regular);
    if (!voting) pick.hint = draw_hints(ui, name, question, answer, left + width);
    return pick;
}

namespace {

constexpr float padding_y = 2;  ///< of the area, in units of the grid

std::string score_of(const PredictState& predict) {
    if (predict.answers == 0) return "no answers yet";
    return fmt::format("{} of {} correct", predict.right, predict.answers);
}

}  // namespace

float predict_height(const Ui& ui, float width) {
    if (!ui.state.predict.on) return 0;
    // The question, its answers, the verdict, and two lines of why; more in large type.
    constexpr float longest_question = 72, longest_why = 120;  // letters
    const float letter = imgui::advance_of(*ui.fonts.regular, 'e');
    const float room = std::max(width - 20 * letter, 10 * letter);
    const float more = std::ceil(longest_question * letter / room) - 1 +
                       std::max(std::ceil(longest_why * letter / room) - 2, 0.0F);
    const float lines = (4 + more) * std::ceil(imgui::size_of(*ui.fonts.regular)) + 3 * ui.units(2);
    return std::ceil(ui.row_height() + lines + 2 * ui.units(padding_y));
}

void draw_predict(Ui& ui) {
    const PredictState& predict = ui.state.predict;
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, {low.x + size.x, low.y + size.y});  // up to the edge
    list.AddRectFilled(low, {low.x + ui.units(1), low.y + size.y}, packed(ui.colors.accent));
    list.PopClipRect();
    widgets::note_box(ui, "predict", low, {low.x + size.x, low.y + size.y});

    const ImVec2 start = ImGui::GetCursorPos();
    const float width = ImGui::GetContentRegionAvail().x, side = ui.row_height();
    const std::string score = score_of(predict);
    const float score_width = ImGui::CalcTextSize(score.c_str()).x;
    // In a column the question stands below the score.
    constexpr float least_line = 30;  // letters
    float aside = score_width + side + ui.units(6);
    const bool column = width - aside < least_line * imgui::advance_of(*ui.fonts.regular, 'e');
    ImGui::SetCursorPos({start.x + width - side, start.y});
    if (widgets::icon_button(ui, "predict.close", widgets::Icon::close,
                             "Stops asking before each step (Q)")) {
        ui.emit(command::TogglePredict{});
    }
    ImGui::SetCursorPos({start.x + width - side - ui.units(2) - score_width, start.y});
    ImGui::AlignTextToFramePadding();
    widgets::text(score, ui.fonts.regular, ui.colors.faint);
    widgets::note_item(ui, "predict.score", true, score);

    if (column) aside = 0;
    ImGui::SetCursorPos({start.x, start.y + (column ? side + ui.units(2) : 0)});
    if (!predict.question) {
        const bool last = ui.state.playback.step() + 1 >= ui.state.playback.steps();
        const char* words = last ? "There is no step after this one: Home goes back to the first."
                                 : "Press →: you are asked what comes next before it is shown.";
        if (column) {
            widgets::wrapped_text(words, ui.fonts.regular, ui.colors.text);
        } else {
            ImGui::AlignTextToFramePadding();
            widgets::fitted_text(ui, words, ui.fonts.regular, ui.colors.text, width - aside);
        }
        return;
    }
    const QuestionPick picked = draw_question(
        ui, "predict", *predict.question, answer_to_prediction(predict), nullptr, width - aside);
    if (picked.option) ui.emit(command::AnswerPrediction{*picked.option});
}

}  // namespace stridescope
