#include "app/ui/class/start_page.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/engine.h"
#include "app/scene/pane_sight.h"
#include "app/scene/views/views.h"
#include "app/session/presets.h"
#include "app/session/text_use.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/text.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr double patience = 0.012;  ///< seconds of a frame
/// What they are laid out for, and then made smaller: a picture, not something to read.
constexpr float room_width = 480;
constexpr float least_type = 7;  ///< smaller type is specks, in pixels

Scene picture_of(const std::shared_ptr<const Trace>& trace, View view, const Palette& palette,
                 float high) {
    const int last = std::max(trace->step_count() - 1, 0);
    return make_scene(view_request(view,
                                   {.trace = trace,
                                    .at = {.block = 0, .step = last, .progress = 1},
                                    .other = nullptr,
                                    .beside = false,
                                    .palette = palette,
                                    .room = {.width = room_width, .height = high, .still = true}},
                                   {}));
}

}  // namespace

void StartPictures::begin_frame() {
    spent_ = 0;
    unfinished_ = false;
}

bool StartPictures::has(const Preset& preset) {
    return preset.view == View::tree || preset.view == View::grid;
}

void StartPictures::draw(Ui& ui, const Preset& preset, ImVec2 at, ImVec2 size) {
    using Clock = std::chrono::steady_clock;
    const float pixel_scale = ImGui::GetIO().DisplayFramebufferScale.x;
    const float width = std::floor(size.x * pixel_scale), height = std::floor(size.y * pixel_scale);
    if (width < 1 || height < 1) return;
    auto found = pictures_.find(preset.id);
    if (found == pictures_.end() || found->second.palette != ui.palette) {
        if (spent_ > patience) {
            unfinished_ = true;
            return;
        }
        const Clock::time_point begin = Clock::now();
        if (found == pictures_.end()) {
            found = pictures_.try_emplace(preset.id, resources_).first;
            Experiment experiment = preset.experiment;
            experiment.engine = EngineChoice::cpu;
            found->second.trace = record(experiment);
        }
        Picture& made = found->second;
        made.palette = ui.palette;
        made.canvas.set_scene(picture_of(made.trace, preset.view.value_or(View::tree), ui.palette,
                                         std::floor(room_width * height / width)));
        made.canvas.set_least_type(least_type);
        spent_ += std::chrono::duration<double>(Clock::now() - begin).count();
    }
    Picture& picture = found->second;
    const Scene& scene = picture.canvas.scene();
    const ViewTransform view =
        ViewTransform::fit({0, 0, scene.width, scene.height}, width, height, 0, 4);
    picture.canvas.render(static_cast<int>(width), static_cast<int>(height), view, view);
    picture.placed = {&picture.canvas, static_cast<int>(at.x * pixel_scale),
                      static_cast<int>(at.y * pixel_scale)};
    picture.placed.add_to(*ImGui::GetWindowDrawList());
}

namespace {

constexpr float high_window = 1200, widest_units = 420;
constexpr float card_units = 32;        ///< of a picture, at least
constexpr float lessons_share = 0.56F;  ///< of the width
constexpr std::size_t most_files = 5, most_set_columns = 3;

void heading(const Ui& ui, const char* words) {
    widgets::text(words, ui.fonts.bold, ui.colors.text);
}

/// A row that can be pressed, with `room` pixels kept at its left. Returns whether it was pressed.
bool row(Ui& ui, const std::string& name, const std::string& words, float height,
         bool lit = false) {
    const bool pressed = ImGui::Selectable(("##" + name).c_str(), lit, 0,
                                           {ImGui::GetContentRegionAvail().x, height});
    widgets::note_control(ui, name, {.role = ControlRole::button, .words = words});
    return pressed;
}

/// Words in the row that was drawn last, cut at its right edge.
void words_in_row(ImVec2 at, float width, const std::string& words, ImFont* font, Rgba color) {
    imgui::push_font(font);
    const std::string shown = widgets::cut_to(words, width);
    ImGui::PopFont();
    ImGui::GetWindowDrawList()->AddText(font, imgui::size_of(*font), at, packed(color),
                                        shown.c_str());
}

/// Whether the window is so high that type can be larger.
bool is_high(const Ui& ui) {
    return ImGui::GetIO().DisplaySize.y >= high_window * ui.scale;
}

void draw_lesson_row(Ui& ui, std::size_t number, const Lesson& lesson, bool done, bool open) {
    const bool high = is_high(ui);
    ImFont* title = high ? ui.fonts.title : ui.fonts.bold;
    ImFont* about = high ? ui.fonts.regular : ui.fonts.small;
    const float rim = ui.units(high ? 3 : 1), regular = imgui::size_of(*title);
    const float height = std::ceil(regular + imgui::size_of(*about) + 2 * rim);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, left = at.x + ui.units(14);
    const std::string name = fmt::format("start.lesson.{}", number);
    if (row(ui, name, lesson.title + ". " + lesson.about, height, open))
        ui.emit(command::OpenLesson{lesson.path});
    widgets::draw_mark(ui, {at.x + ui.units(3), at.y + height / 2},
                       done ? widgets::Mark::done : widgets::Mark::open);
    if (done) widgets::note_box(ui, name + ".done", at, {left, at.y + height});
    const float room = at.x + width - left - ui.units(1);
    words_in_row({at.x + ui.units(7), at.y + rim}, ui.units(7), std::to_string(number + 1), title,
                 ui.colors.faint);
    words_in_row({left, at.y + rim}, room, lesson.title, title, ui.colors.text);
    words_in_row({left, at.y + rim + regular}, room, lesson.about, about, ui.colors.faint);
}

/// Those that came with the program, or one's own.
void draw_lessons(Ui& ui, bool shipped) {
    const LessonState& lesson = ui.state.lesson;
    const auto is_one = [shipped](const auto& one) { return one->shipped == shipped; };
    if (std::ranges::none_of(lesson.all, is_one)) {
        if (!shipped) return;
        heading(ui, "Lessons");
        widgets::wrapped_text("None was found. File > Open opens a lesson (.md).", ui.fonts.regular,
                              ui.colors.faint);
        return;
    }
    heading(ui, shipped ? "Lessons" : "Your lessons");
    const auto& answered = ui.state.preferences.lessons_answered;
    for (std::size_t i = 0; i < lesson.all.size(); ++i) {
        const Lesson& one = *lesson.all[i];
        if (one.shipped != shipped) continue;
        const bool done =
            std::ranges::find(answered, one.path.filename().string()) != answered.end();
        const bool open = lesson.open() && lesson.play.lesson()->path == one.path;
        draw_lesson_row(ui, i, one, done, open);
    }
}

/// A line of one's own texts or of presets.
bool line(Ui& ui, const std::string& name, const std::string& words, const std::string& tip) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float rim = ui.units(is_high(ui) ? 2.5F : 0.5F);
    const float height = std::ceil(imgui::size_of(*ui.fonts.regular) + 2 * rim);
    const bool pressed = row(ui, name, words, height);
    widgets::tooltip(ui, tip);
    words_in_row({at.x + ui.units(2), at.y + rim}, width - ui.units(3), words, ui.fonts.regular,
                 ui.colors.text);
    return pressed;
}

void draw_own(Ui& ui, StartActions& actions) {
    heading(ui, "Your own kernel");
    if (widgets::button(ui, "start.new", "New", "A small CUDA text to begin with (Ctrl+N)")) {
        ui.emit(command::NewText{new_kernel_text, untitled});
    }
    ImGui::SameLine(0, ui.units(2));
    actions.open = widgets::button(ui, "start.open", "Open a file…",
                                   "A CUDA text (.cu), a trace, a lesson or numbers (Ctrl+O)");
    ImGui::SameLine(0, ui.units(2));
    actions.paste = widgets::button(ui, "start.paste", "Paste",
                                    "The clipboard's text as a new kernel (Ctrl+V)");
    const auto& files = ui.state.preferences.recent_files;
    for (std::size_t i = 0; i < std::min(files.size(), most_files); ++i) {
        const std::string name = std::filesystem::path{files[i]}.filename().string();
        if (line(ui, fmt::format("start.recent.{}", i), foreign_label(name), files[i])) {
            ui.emit(command::OpenFile{files[i]});
        }
    }
}

/// Cards with pictures, side by side.
void draw_cards(Ui& ui, StartPictures& pictures) {
    const float whole = ImGui::GetContentRegionAvail().x, gap = ui.units(2);
    const float count = std::max(std::floor((whole + gap) / (ui.units(card_units) + gap)), 2.0F);
    const float wide = std::floor((whole - (count - 1) * gap) / count);
    const float high = std::floor(wide * 0.6F), rim = ui.units(1);
    // However many lines the longest title needs: the next row of pictures begins below it.
    float titles = 0;
    imgui::push_font(ui.fonts.small);
    for (const Preset& preset : presets()) {
        if (!StartPictures::has(preset)) continue;
        titles = std::max(
            titles, ImGui::CalcTextSize(preset.title.c_str(), nullptr, false, wide - 2 * rim).y);
    }
    ImGui::PopFont();
    titles = std::ceil(titles + ui.units(1));
    const float start = ImGui::GetCursorPosX();
    int number = 0;
    for (const Preset& preset : presets()) {
        if (!StartPictures::has(preset)) continue;
        const int column = number++ % static_cast<int>(count);
        if (column > 0) ImGui::SameLine(start + static_cast<float>(column) * (wide + gap));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const std::string name = "start.preset." + preset.id;
        if (ImGui::Selectable(("##" + name).c_str(), false, 0, {wide, high + titles + rim})) {
            ui.emit(command::ShowPreset{preset.id});
        }
        widgets::note_control(
            ui, name, {.role = ControlRole::button, .words = preset.title + ". " + preset.why});
        widgets::tooltip(ui, preset.title + "\n" + preset.why);
        if (!ImGui::IsRectVisible(at, {at.x + wide, at.y + high})) continue;
        pictures.draw(ui, preset, {at.x + rim, at.y + rim}, {wide - 2 * rim, high - 2 * rim});
        ImGui::GetWindowDrawList()->AddRect({at.x + rim, at.y + rim},
                                            {at.x + wide - rim, at.y + high - rim},
                                            packed(ui.colors.line));
        imgui::push_font(ui.fonts.small);
        ImGui::GetWindowDrawList()->AddText(ui.fonts.small, imgui::size_of(*ui.fonts.small),
                                            {at.x + rim, at.y + high}, packed(ui.colors.text),
                                            preset.title.c_str(), nullptr, wide - 2 * rim);
        ImGui::PopFont();
    }
}

void draw_presets(Ui& ui, StartPictures& pictures) {
    heading(ui, "Something to watch");
    draw_cards(ui, pictures);
    for (const Preset& preset : presets()) {
        if (StartPictures::has(preset)) continue;
        if (line(ui, "start.preset." + preset.id, preset.title, preset.why)) {
            ui.emit(command::ShowPreset{preset.id});
        }
    }
}

/// The sets of exercises, side by side: how many of each are solved. One that is pressed opens its
/// first that is not.
void draw_exercises(Ui& ui, bool shipped) {
    std::vector<std::shared_ptr<const Exercise>> all = ui.state.exercise.all;
    std::erase_if(all, [shipped](const auto& one) { return one->shipped != shipped; });
    if (all.empty()) return;
    heading(ui, shipped ? "Exercises" : "Your exercises");
    const auto& solved = ui.state.preferences.exercises_solved;
    const auto is_solved = [&](const Exercise& one) {
        return std::ranges::find(solved, exercise_key(one)) != solved.end();
    };
    const float width = ImGui::GetContentRegionAvail().x, gap = ui.units(2);
    const std::size_t set_columns = ui.state.is_narrow() ? 2 : most_set_columns;
    const auto gaps = static_cast<float>(set_columns - 1);
    const float column = std::floor((width - gaps * gap) / static_cast<float>(set_columns));
    const float start = ImGui::GetCursorPosX();
    std::size_t number = 0;
    for (auto first = all.begin(); first != all.end(); ++number) {
        const auto end = std::find_if(first, all.end(),
                                      [&](const auto& one) { return one->set != (*first)->set; });
        const auto done = std::count_if(first, end, [&](const auto& e) { return is_solved(*e); });
        auto open = std::find_if(first, end, [&](const auto& e) { return !is_solved(*e); });
        if (open == end) open = first;
        const std::size_t at_column = number % set_columns;
        if (at_column > 0) ImGui::SameLine(start + static_cast<float>(at_column) * (column + gap));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float height = std::ceil(imgui::size_of(*ui.fonts.regular) + ui.units(1));
        const std::string name = fmt::format("start.set.{}", (*first)->set);
        if (ImGui::Selectable(("##" + name).c_str(), false, 0, {column, height}))
            ui.emit(command::OpenExercise{(*open)->path});
        widgets::note_control(
            ui, name, {.role = ControlRole::button, .words = "Exercises: " + (*first)->set});
        std::string titles;
        for (auto one = first; one != end; ++one)
            titles += (titles.empty() ? "" : ", ") + (*one)->title;
        widgets::tooltip(ui, titles);
        const std::string count = fmt::format("{}/{}", done, end - first);
        const float wide = ImGui::CalcTextSize(count.c_str()).x;
        const float y = at.y + ui.units(0.5F);
        words_in_row({at.x + ui.units(2), y}, column - wide - ui.units(4), (*first)->set,
                     ui.fonts.regular, ui.colors.text);
        words_in_row({at.x + column - wide - ui.units(1), y}, wide + 1, count, ui.fonts.regular,
                     done == end - first ? ui.colors.good : ui.colors.faint);
        first = end;
    }
}

}  // namespace

StartActions draw_start_page(Ui& ui, StartPictures& pictures) {
    StartActions actions;
    pictures.begin_frame();
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    widgets::note_box(ui, "start", low, {low.x + size.x, low.y + size.y});
    // In the middle of a wide window, so that eyes and pointer need not travel.
    const float whole = ImGui::GetContentRegionAvail().x;
    const float width = std::min(whole, ui.units(widest_units));
    const float left = ImGui::GetCursorPosX() + std::floor((whole - width) / 2);
    ImGui::SetCursorPosX(left);
    const char* close = "Show the pictures";
    const float button = ImGui::CalcTextSize(close).x + 2 * ImGui::GetStyle().FramePadding.x;
    widgets::text("StrideScope", ui.fonts.title, ui.colors.text);
    ImGui::SameLine(left + width - button);
    if (widgets::button(ui, "start.close", close,
                        "Closes this page (Esc). File > Start page brings it back.")) {
        ui.emit(command::Set{setting::start, false});
    }
    ImGui::SetCursorPosX(left);
    widgets::wrapped_text(
        "Watch what every thread of a GPU program does, one step at a time. New to it? Begin with "
        "lesson 1.",
        ui.fonts.regular, ui.colors.faint);
    ImGui::Dummy({0, ui.units(1)});
    const float gap = ui.units(6), wide = std::floor((width - gap) * lessons_share);
    const float height = std::max(ImGui::GetContentRegionAvail().y, ui.row_height());
    const ImVec2 at{left, ImGui::GetCursorPosY()};
    ImGui::SetCursorPos(at);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.units(2), ui.units(0.5F)});
    const auto draw_others = [&] {
        draw_own(ui, actions);
        ImGui::Dummy({0, ui.units(3)});
        // Whoever opens a set looks for what is in it.
        for (const auto draw : {draw_lessons, draw_exercises}) {
            const float before = ImGui::GetCursorPosY();
            draw(ui, false);
            if (ImGui::GetCursorPosY() > before) ImGui::Dummy({0, ui.units(3)});
        }
        draw_presets(ui, pictures);
        ImGui::Dummy({0, ui.units(3)});
        draw_exercises(ui, true);
    };
    if (ui.state.is_narrow()) {
        // Nobody sees that there is something below twelve lessons.
        ImGui::BeginChild("##start.all", {width, height}, false, ImGuiWindowFlags_NoNav);
        draw_others();
        ImGui::Dummy({0, ui.units(3)});
        draw_lessons(ui, true);
        ImGui::EndChild();
        ImGui::PopStyleVar();
        return actions;
    }
    ImGui::BeginChild("##start.lessons", {wide, height}, false, ImGuiWindowFlags_NoNav);
    draw_lessons(ui, true);
    ImGui::EndChild();
    ImGui::SetCursorPos({at.x + wide + gap, at.y});
    ImGui::BeginChild("##start.others", {width - wide - gap, height}, false,
                      ImGuiWindowFlags_NoNav);
    draw_others();
    ImGui::EndChild();
    ImGui::PopStyleVar();
    return actions;
}

}  // namespace stridescope
