#include "app/ui/panes/canvas_pane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/scene/scene.h"
#include "app/session/clicks.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

/// On as many lines as they need, each in the middle.
void draw_in_the_middle(ImDrawList& list, std::string_view words, ImVec2 at, ImVec2 size,
                        ImU32 color) {
    const ImFont& font = *ImGui::GetFont();
    const float line = ImGui::GetFontSize(), scale = line / font.FontSize;
    const char* const end = words.data() + words.size();
    std::vector<std::string_view> lines;
    for (const char* begin = words.data(); begin < end;) {
        const char* stop = font.CalcWordWrapPositionA(scale, begin, end, 0.9F * size.x);
        if (stop == begin) stop = end;  // no room for a letter
        lines.emplace_back(begin, stop);
        for (begin = stop; begin < end && *begin == ' ';) ++begin;
    }
    float y = std::floor(at.y + (size.y - line * static_cast<float>(lines.size())) / 2);
    for (const std::string_view each : lines) {
        const char* const begin = each.data();
        const float width = ImGui::CalcTextSize(begin, begin + each.size()).x;
        list.AddText({std::floor(at.x + (size.x - width) / 2), y}, color, begin,
                     begin + each.size());
        y += line;
    }
}

/// Room for a value, and for steps' names, in a narrow window's tree, in units of the scene.
constexpr float read_cell = 30, read_names = 110;
constexpr int most_read = 256;      ///< elements; of more nobody goes through all
constexpr float smallest_type = 9;  ///< in units of a scene that is laid out for its room

float header_height(const Ui& ui) {
    if (ui.state.presenter.presentation) return 0;
    return ui.row_height() + ui.units(2);
}

/// The height of the words above each of two pictures.
float heading_height(const Ui& ui) {
    return ImGui::GetTextLineHeight() + ui.units(1.5F);
}

float gap_between(const Ui& ui) {
    return ui.units(1);
}

}  // namespace

CanvasPane::CanvasPane(View view, Side side, CanvasResources& resources)
    : which_(view),
      name_((side == Side::other ? "other." : "") + std::string{name_of(view)}),
      // What takes turns is named in the choice among them.
      title_(facts_of(view).takes_turns ? "" : facts_of(view).title),
      side_(side),
      canvas_(resources),
      minimap_(resources) {}

void CanvasPane::draw(Ui& ui, ImVec2 at, ImVec2 size, const Controls& controls,
                      float controls_width, CanvasPane* other, const Body& body) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::SetCursorScreenPos(at);
    // The picture covers all but the title bar; only that needs a ground.
    ImGui::BeginChild(name_.c_str(), size, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                          ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_AlwaysUseWindowPadding);
    ImGui::PopStyleVar();
    const float header = header_height(ui);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + header},
                                              packed(ui.colors.panel));
    if (header > 0) draw_header(ui, at, size.x, controls, controls_width, other, !body);
    const ImVec2 corner{at.x, at.y + header};
    const ImVec2 room{size.x, std::max(size.y - header, 1.0F)};
    if (other != nullptr) {
        draw_two(ui, corner, room, *other, body);
    } else {
        draw_body(ui, corner, room, body);
    }
    ImGui::EndChild();
}

void CanvasPane::draw_body(Ui& ui, ImVec2 at, ImVec2 size, const Body& body) {
    if (!body) return draw_picture(ui, at, size);
    leave();
    body(ui, at, size);
}

/// Its own picture left and the other one's right, each under its run's words; in a narrow window
/// above one another.
void CanvasPane::draw_two(Ui& ui, ImVec2 at, ImVec2 size, CanvasPane& other, const Body& body) {
    const RunTitles& titles = ui.state.pair()->titles;
    const float heading = heading_height(ui), gap = gap_between(ui);
    if (ui.state.is_narrow()) {
        const float each = std::floor((size.y - gap) / 2), below = at.y + each + gap;
        const float high = std::max(each - heading, 1.0F);
        draw_heading(ui, at, size.x, titles.left);
        draw_body(ui, {at.x, at.y + heading}, {size.x, high}, body);
        other.draw_heading(ui, {at.x, below}, size.x, titles.right);
        other.draw_picture(ui, {at.x, below + heading}, {size.x, high});
        return;
    }
    const float half = std::floor((size.x - gap) / 2), high = std::max(size.y - heading, 1.0F);
    const float right = at.x + half + gap, top = at.y + heading;
    draw_heading(ui, at, half, titles.left);
    other.draw_heading(ui, {right, at.y}, size.x - half - gap, titles.right);
    draw_body(ui, {at.x, top}, {half, high}, body);
    other.draw_picture(ui, {right, top}, {size.x - half - gap, high});
}

/// The longest of the titles that fits.
void CanvasPane::draw_heading(Ui& ui, ImVec2 at, float width,
                              const std::vector<std::string>& titles) {
    const float high = heading_height(ui), pad = ui.units(3), room = width - 2 * pad;
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + high},
                                              packed(ui.colors.panel));
    imgui::push_font(ui.fonts.bold);
    const auto fits = [room](const std::string& title) {
        return ImGui::CalcTextSize(title.c_str()).x <= room;
    };
    const auto found = std::ranges::find_if(titles, fits);
    ImGui::PopFont();
    const std::string& title = found != titles.end() ? *found : titles.back();
    ImGui::SetCursorScreenPos({at.x + pad, at.y});
    widgets::fitted_text(ui, title, ui.fonts.bold, ui.colors.text, std::max(room, 1.0F));
    widgets::tooltip(ui, titles.front());
    widgets::note_item(ui, name_ + ".heading", true, titles.front());
}

void CanvasPane::draw_header(Ui& ui, ImVec2 at, float width, const Controls& controls,
                             float controls_width, CanvasPane* other, bool fits) {
    const float pad = ui.units(3), side = ui.row_height(), gap = ui.units(1);
    const bool enlarges = !ui.state.is_narrow();
    const float buttons = (fits ? side : 0) + (enlarges ? side : 0) + (fits && enlarges ? gap : 0);
    const float room = width - 2 * pad - buttons - ui.units(3);
    ImGui::SetCursorScreenPos({at.x + pad, at.y + ui.units(1)});
    imgui::push_font(ui.fonts.bold);
    const float title_width = std::ceil(ImGui::CalcTextSize(title_.c_str()).x);
    ImGui::PopFont();
    const bool both =
        !title_.empty() && (!controls || title_width + ui.units(3) + controls_width <= room);
    if (both) {
        ImGui::AlignTextToFramePadding();
        widgets::fitted_text(ui, title_, ui.fonts.bold, ui.colors.text, std::max(room, 1.0F));
        if (controls) ImGui::SameLine(0, ui.units(3));
    }
    if (controls) controls(ui, both ? room - title_width - ui.units(3) : room);
    ImGui::SetCursorScreenPos({at.x + width - pad - buttons, at.y + ui.units(1)});
    if (fits) {
        if (widgets::icon_button(ui, name_ + ".fit", widgets::Icon::fit, "Show all of it (F)")) {
            if (ui.state.is_narrow()) reads_ = !reads_;
            read_at_ = {};
            fit();
            if (other != nullptr) other->fit();
        }
        ImGui::SameLine(0, gap);
    }
    if (!enlarges) return;
    const bool large = ui.state.display.look.alone == which_;
    if (widgets::icon_button(
            ui, name_ + ".enlarge", large ? widgets::Icon::restore : widgets::Icon::enlarge,
            large ? "Back to all views (Esc)" : "This view alone (1 … 9, 0)", true, large)) {
        ui.emit(command::ToggleEnlarged{which_});
    }
}

void CanvasPane::zoom(int turns) {
    if (!request_) return;
    const Point middle{viewport_.width() / 2, viewport_.height() / 2};
    viewport_.zoom(canvas_.scene(), middle, static_cast<float>(turns));
}

void CanvasPane::pan(float across, float down) {
    if (!request_) return;
    const Scene& scene = canvas_.scene();
    if (viewport_.fitted() && scene.scrolls) {
        viewport_.scroll(-down * viewport_.height());
    } else {
        viewport_.pan(scene, across * viewport_.width(), down * viewport_.height());
    }
}

std::optional<PaneSight> CanvasPane::sight() const {
    return request_ ? viewport_.sight(request_->room) : std::nullopt;
}

Room CanvasPane::room(const Ui& ui, ImVec2 size, bool halved) const {
    if (!viewport_.fitted() && request_) return request_->room;
    const float heading = halved ? heading_height(ui) : 0;
    const bool beside = halved && !ui.state.is_narrow(), above = halved && ui.state.is_narrow();
    const float width = beside ? std::floor((size.x - gap_between(ui)) / 2) : size.x;
    const float under = std::max(size.y - header_height(ui), 1.0F);
    const float each = above ? std::floor((under - gap_between(ui)) / 2) : under;
    const float height = std::max(each - heading, 1.0F);
    // Wide enough for values, of which a narrow window shows a part.
    const Trace* trace = ui.state.trace();
    const bool reads = ui.state.is_narrow() && which_ == View::tree && reads_ && trace != nullptr;
    if (reads && trace->section() <= most_read) {
        const float wide = read_cell * static_cast<float>(trace->section()) + read_names;
        return {.width = std::max(std::floor(width / ui.picture_scale), wide),
                .height = std::floor(height / ui.picture_scale)};
    }
    return {.width = std::floor(width / ui.picture_scale),
            .height = std::floor(height / ui.picture_scale),
            .still = ui.state.presenter.presentation};
}

bool CanvasPane::show_word(int word) {
    const auto& spots = canvas_.scene().hotspots;
    const auto spot =
        std::ranges::find_if(spots, [&](const Hotspot& each) { return each.means.word == word; });
    if (spot == spots.end() || word < 0) return false;
    shown_ = *spot;
    viewport_.show(spot->box);
    return true;
}

void CanvasPane::take(ViewRequest request, Scene scene) {
    canvas_.set_scene(std::move(scene));
    minimap_.forget();
    if (!request_ || request_->at.step != request.at.step) viewport_.follow();
    canvas_.set_highlight(std::nullopt);  // until the pointer is looked at again
    const Trace& trace = *request.trace;
    const Places places{.section = trace.section(),
                        .words = trace.words(),
                        .steps = trace.step_count(),
                        .arrangement = request.arrangement,
                        .two = request.other != nullptr && !request.beside,
                        .room = request.room};
    // A place that was zoomed to is kept where it still shows the same.
    if (!request_ || places_ != places) {
        viewport_.fit();
        shown_.reset();
    }
    places_ = places;
    request_ = std::move(request);
    find_lit();
}

void CanvasPane::let_go_unless(const std::vector<const Trace*>& runs) {
    if (!request_) return;
    const auto known = [&runs](const std::shared_ptr<const Trace>& trace) {
        return trace == nullptr || std::ranges::find(runs, trace.get()) != runs.end();
    };
    if (known(request_->trace) && known(request_->other)) return;
    request_->trace = nullptr;
    request_->other = nullptr;
    request_->options = {};
}

void CanvasPane::light(std::shared_ptr<const Related> related) {
    if (related == related_) return;
    related_ = std::move(related);
    find_lit();
}

void CanvasPane::find_lit() {
    lit_.clear();
    if (related_ && request_) lit_ = lit_boxes(canvas_.scene(), *related_, request_->at.step);
}

/// Frames what is chosen or pointed at, in this picture or in another.
void CanvasPane::draw_lit(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale) {
    lit_on_screen_.clear();
    if (lit_.empty()) return;
    const Scene& scene = canvas_.scene();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
    const float thick = std::max(1.0F, std::floor(2 * ui.scale)), out = thick / 2;
    for (const Box& box : lit_) {
        const std::optional<Box> seen = seen_box(scene, viewport_.view(), viewport_.home(), box);
        if (!seen) continue;
        const ImVec2 low{at.x + seen->x / pixel_scale - out, at.y + seen->y / pixel_scale - out};
        const ImVec2 high{at.x + (seen->x + seen->w) / pixel_scale + out,
                          at.y + (seen->y + seen->h) / pixel_scale + out};
        // In a presentation type is higher than low rows are: a frame would cross it.
        const bool crosses =
            ui.state.presenter.presentation && box.w > 3 * box.h && box.h < smallest_type;
        if (crosses) {
            list.AddRectFilled(low, {low.x + 2 * thick, high.y}, packed(ui.colors.accent));
        } else {
            list.AddRect(low, high, packed(ui.colors.accent),
                         std::min(ui.units(0.75F), (high.y - low.y) / 2), 0, thick);
        }
        const ImVec2 from{std::max(low.x - out, at.x), std::max(low.y - out, at.y)};
        const ImVec2 to{std::min(high.x + out, at.x + size.x),
                        std::min(high.y + out, at.y + size.y)};
        if (from.x < to.x && from.y < to.y) {
            lit_on_screen_.push_back({from.x, from.y, to.x - from.x, to.y - from.y});
        }
    }
    list.PopClipRect();
    if (lit_on_screen_.empty()) return;
    ui.widgets[name_ + ".lit"] = {
        {at.x, at.y, size.x, size.y}, true, std::to_string(lit_on_screen_.size())};
}

/// In a narrow window a tree is laid out as wide as its values need, and a part of it is seen.
bool CanvasPane::has_own_size(const Ui& ui) const {
    if (!ui.state.is_narrow() || which_ != View::tree || !reads_) return false;
    const int elements = request_->trace != nullptr ? request_->trace->section() : 0;
    return elements > 0 && elements <= most_read &&
           request_->room.width >= read_cell * static_cast<float>(elements);
}

/// A tree that is too small to be read is zoomed to where the cursor is, once for each step; who
/// then shows all of it sees all of it from then on.
void CanvasPane::read_step(const Scene& scene) {
    if (which_ != View::tree || !reads_ || scene.fields.empty()) return;
    // One that is laid out to be read has its size already, or soon will.
    if (request_->trace == nullptr || request_->trace->section() <= most_read) return;
    const std::pair now{request_->trace.get(), request_->at.step};
    if (std::exchange(read_at_, now) == now) return;
    const auto row = std::ranges::find_if(scene.hotspots, [&](const Hotspot& spot) {
        return spot.name.what == "step" && spot.step >= request_->at.step;
    });
    if (row == scene.hotspots.end()) return;
    const HotspotField& nodes = scene.fields.front();
    const float cell = nodes.box.w / static_cast<float>(std::max(nodes.columns, 1));
    const float high = nodes.box.h / static_cast<float>(std::max(nodes.rows, 1));
    const int level =
        static_cast<int>(std::floor((row->box.y + row->box.h / 2 - nodes.box.y) / high));
    viewport_.read(scene, {nodes.box.x, row->box.y, nodes.box.w, row->box.h}, cell,
                   [&](int column) { return nodes.at(column, level).has_value(); });
}

void CanvasPane::draw_picture(Ui& ui, ImVec2 at, ImVec2 size) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (!request_) {
        hovered_ = false;
        pointed_ = {};
        const ImVec2 high{at.x + size.x, at.y + size.y};
        list.AddRectFilled(at, high, packed(ui.palette.background));
        const AppState& state = ui.state;
        const bool failed = !state.edit.impossible.empty() || !state.runs.error.empty();
        const char* words = state.runs.recording.now ? "Recording…"
                            : state.document && failed
                                ? "The text does not run yet: the line below it says why"
                                : "Nothing recorded yet";
        draw_in_the_middle(list, words, at, size, packed(ui.colors.faint));
        return;
    }
    // The picture is drawn in the screen's own pixels, whatever ImGui's units are.
    const float pixel_scale = ImGui::GetIO().DisplayFramebufferScale.x;
    const float width = std::floor(size.x * pixel_scale), height = std::floor(size.y * pixel_scale);
    const Scene& scene = canvas_.scene();
    viewport_.resize(scene, width, height, ui.picture_scale * pixel_scale, has_own_size(ui));
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton(("##" + name_ + ".picture").c_str(), size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
    widgets::note_item(ui, name_ + ".picture");
    widgets::takes_drags(ui);
    hovered_ = ImGui::IsItemHovered();
    // Where there is little room, a map of it would cover half of what is seen.
    const bool narrow = ui.state.is_narrow();
    if (narrow) read_step(scene);
    if (narrow) {
        minimap_.leave();
    } else {
        minimap_.place(ui, scene, viewport_, pixel_scale);
    }
    handle_mouse(ui, at, pixel_scale);
    if (!narrow) minimap_.place(ui, scene, viewport_, pixel_scale);  // the view may be another now
    viewport_.settle(scene);
    canvas_.set_progress(progress_of(ui.state, side_));
    // In front of a class nobody reads what is smaller; who zooms in does.
    const bool presents = ui.state.presenter.presentation;
    canvas_.set_least_type(presents ? 0.97F * smallest_type * ui.picture_scale * pixel_scale : 0);
    canvas_.render(static_cast<int>(width), static_cast<int>(height), viewport_.view(),
                   viewport_.home());
    placed_ = {&canvas_, static_cast<int>(at.x * pixel_scale),
               static_cast<int>(at.y * pixel_scale)};
    placed_.add_to(list);
    draw_lit(ui, at, size, pixel_scale);
    minimap_.draw(ui, name_ + ".minimap", scene, viewport_, at, pixel_scale);
    if (viewport_.fitted() && scene.scrolls) draw_scroll_bar(ui, at, size);
    note_cells(ui, at, size, pixel_scale);
    note_spots(ui, at, size, pixel_scale);
}

/// How much there is, and how much of it is seen.
void CanvasPane::draw_scroll_bar(Ui& ui, ImVec2 at, ImVec2 size) {
    const float shown = viewport_.height();
    const float whole = std::max(canvas_.scene().height * viewport_.home().zoom, shown);
    const float top = at.y + size.y * viewport_.scrolled() / whole, high = size.y * shown / whole;
    const float right = at.x + size.x - ui.units(0.5F), left = right - ui.units(1);
    ImGui::GetWindowDrawList()->AddRectFilled({left, top}, {right, top + high},
                                              packed(ui.colors.faint), ui.units(0.5F));
    widgets::note_box(ui, name_ + ".scroll", {left, top}, {right, top + high});
}

/// Even at home a part of it is out of sight.
bool CanvasPane::is_wider(const Scene& scene) const {
    return scene.width * viewport_.home().zoom > viewport_.width() + 1;
}

/// A finger that went far across a picture, all of which is seen, wiped it aside.
void CanvasPane::take_swipe(Ui& ui) const {
    if (!viewport_.fitted() || is_wider(canvas_.scene())) return;
    const ImGuiIO& io = ImGui::GetIO();
    const float across = io.MousePos.x - io.MouseClickedPos[0].x;
    const float down = io.MousePos.y - io.MouseClickedPos[0].y;
    if (std::abs(across) < ui.units(15) || std::abs(across) < 2 * std::abs(down)) return;
    ui.swiped = across < 0 ? 1 : -1;
}

/// Fingers: what is fitted to the pane stays there, and scrolls where there is more of it.
void CanvasPane::draw_along(const Scene& scene, float dx, float dy) {
    if (!viewport_.fitted() || is_wider(scene)) {
        viewport_.pan(scene, dx, dy);
    } else if (scene.scrolls) {
        viewport_.scroll(-dy);
    }
}

void CanvasPane::handle_mouse(Ui& ui, ImVec2 at, float pixel_scale) {
    const ImGuiIO& io = ImGui::GetIO();
    const Point pointer{(io.MousePos.x - at.x) * pixel_scale, (io.MousePos.y - at.y) * pixel_scale};
    pointed_ = {};
    const Scene& scene = canvas_.scene();
    if (minimap_.handle(scene, viewport_, pointer, hovered_)) {
        canvas_.set_highlight(std::nullopt);
        return;
    }
    if (hovered_ && io.MouseWheel != 0 && scene.scrolls && viewport_.fitted() && !io.KeyCtrl) {
        viewport_.scroll(-io.MouseWheel * 3 * ui.row_height() * pixel_scale / 2);
    } else if (hovered_ && io.MouseWheel != 0) {
        viewport_.zoom(scene, pointer, io.MouseWheel);
    }
    if (hovered_ && ui.hand.pinches()) {
        if (ui.hand.larger != 1) {
            viewport_.enlarge(scene, pointer, ui.hand.larger);
        }
        draw_along(scene, ui.hand.pan.x * pixel_scale, ui.hand.pan.y * pixel_scale);
    }
    if (ImGui::IsItemActivated()) dragged_ = false;
    const bool active = ImGui::IsItemActive();
    if (active) {
        // A hand that clicks trembles: a drag begins only after some pixels.
        for (const ImGuiMouseButton button : {ImGuiMouseButton_Left, ImGuiMouseButton_Middle}) {
            if (ImGui::IsMouseDragging(button)) dragged_ = true;
        }
        if (dragged_ && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
            const float dx = io.MouseDelta.x * pixel_scale, dy = io.MouseDelta.y * pixel_scale;
            if (ui.hand.fingers) {
                draw_along(scene, dx, dy);
            } else {
                viewport_.pan(scene, dx, dy);
            }
        }
        if (dragged_) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    }
    if (ImGui::IsItemDeactivated() && dragged_ && ui.hand.fingers) take_swipe(ui);
    if (!hovered_ || dragged_) canvas_.set_highlight(shown_);
    if (!hovered_ && !active) return;
    const bool released = ImGui::IsItemDeactivated() && !dragged_;
    if (dragged_ && active) return;
    // Whoever presents and steps on has pointed enough: the next step is seen whole.
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || active || released)
        pointed_at_step_ = request_->at.step;
    if (ui.state.presenter.presentation && request_->at.step != pointed_at_step_) {
        canvas_.set_highlight(shown_);
        return;
    }
    const float reach = ui.units(1.25F) * pixel_scale / viewport_.view().zoom;
    const std::optional<Hotspot> spot = viewport_.find(scene, pointer, reach);
    canvas_.set_highlight(spot ? spot : shown_);
    if (!spot) return;
    pointed_ = meant_by(ui.state, side_, *spot);
    if (pointed_.any() || !std::holds_alternative<std::monostate>(spot->click))
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (released && hovered_) {
        for (Command& each : commands_of_click(ui.state, side_, *spot)) ui.emit(std::move(each));
    }
    if (active) return;
    widgets::tooltip(ui, spot->tip);
    ui.widgets[name_ + ".hover"] = {{io.MousePos.x, io.MousePos.y, 1, 1}, true, spot->tip};
}

// Where what is seen in a pane stands on the screen, by name: for tests, and for keys that walk
// along the picture.

/// Where the cells of small fields are, for tests.
void CanvasPane::note_cells(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale) {
    constexpr int most = 200;
    const ViewTransform& view = viewport_.view();
    for (const HotspotField& field : canvas_.scene().fields) {
        if (field.columns * field.rows > most) continue;
        for (int k = 0; k < field.columns * field.rows; ++k) {
            const auto spot = field.at(k % field.columns, k / field.columns);
            if (!spot) continue;
            const Box& box = spot->box;
            const Point middle = view.to_pixel({box.x + box.w / 2, box.y + box.h / 2});
            const ImVec2 on{at.x + middle.x / pixel_scale, at.y + middle.y / pixel_scale};
            if (on.x < at.x || on.y < at.y || on.x > at.x + size.x || on.y > at.y + size.y)
                continue;
            const std::string name =
                fmt::format("{}.cell.{}.{}", name_, k / field.columns, k % field.columns);
            widgets::note_box(ui, name, {on.x - 1, on.y - 1}, {on.x + 1, on.y + 1});
            ui.widgets[name].control = ui.walking;
        }
    }
}

/// Where what has a name is, for tests and for keys: the first hotspot of each.
void CanvasPane::note_spots(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale) {
    if (canvas_.scene().crowded && !ui.walking) return;
    const ViewTransform &view = viewport_.view(), &home = viewport_.home();
    for (const Hotspot& spot : canvas_.scene().hotspots) {
        if (spot.name.what.empty()) continue;
        const std::string name = fmt::format("{}.{}.{}", name_, spot.name.what, spot.name.number);
        if (ui.widgets.contains(name)) continue;
        Point low = view.to_pixel({spot.box.x, spot.box.y});
        Point high = view.to_pixel({spot.box.x + spot.box.w, spot.box.y + spot.box.h});
        if (spot.box.x + spot.box.w <= canvas_.scene().pinned_left) {
            low.x = home.to_pixel({spot.box.x, 0}).x;
            high.x = home.to_pixel({spot.box.x + spot.box.w, 0}).x;
        }
        const float x0 = std::max(low.x / pixel_scale, 0.0F);
        const float y0 = std::max(low.y / pixel_scale, 0.0F);
        const float x1 = std::min(high.x / pixel_scale, size.x);
        const float y1 = std::min(high.y / pixel_scale, size.y);
        if (x1 <= x0 || y1 <= y0) continue;
        widgets::note_box(ui, name, {at.x + x0, at.y + y0}, {at.x + x1, at.y + y1});
        ui.widgets[name].control = ui.walking;
    }
}

}  // namespace stridescope
