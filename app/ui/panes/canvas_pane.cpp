#include "app/ui/panes/canvas_pane.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/scene/lit.h"
#include "app/session/clicks.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr float wheel_step = 1.2F;
constexpr float readable_cell = 40;

float header_height(const Ui& ui) {
    return ui.row_height() + ui.units(2);
}

/// Of the words above each of two pictures.
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
      mini_(resources) {}

void CanvasPane::draw(Ui& ui, ImVec2 at, ImVec2 size, const Controls& controls,
                      float controls_width, CanvasPane* other) {
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
    draw_header(ui, at, size.x, controls, controls_width, other);
    const ImVec2 corner{at.x, at.y + header};
    const ImVec2 room{size.x, std::max(size.y - header, 1.0F)};
    if (other != nullptr) {
        draw_two(ui, corner, room, *other);
    } else {
        draw_picture(ui, corner, room);
    }
    ImGui::EndChild();
}

/// Its own picture left and the other one's right, each under its run's words.
void CanvasPane::draw_two(Ui& ui, ImVec2 at, ImVec2 size, CanvasPane& other) {
    const RunTitles& titles = ui.state.pair()->titles;
    const float heading = heading_height(ui), gap = gap_between(ui);
    const float half = std::floor((size.x - gap) / 2), high = std::max(size.y - heading, 1.0F);
    const float right = at.x + half + gap, top = at.y + heading;
    draw_heading(ui, at, half, titles.left);
    other.draw_heading(ui, {right, at.y}, size.x - half - gap, titles.right);
    draw_picture(ui, {at.x, top}, {half, high});
    other.draw_picture(ui, {right, top}, {size.x - half - gap, high});
}

/// The longest of the titles that fits.
void CanvasPane::draw_heading(Ui& ui, ImVec2 at, float width,
                              const std::vector<std::string>& titles) {
    const float high = heading_height(ui), pad = ui.units(3), room = width - 2 * pad;
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + high},
                                              packed(ui.colors.panel));
    ImGui::PushFont(ui.fonts.bold);
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

/// The other run moves only where the slider's step brings it to another one.
float CanvasPane::progress_of(const AppState& state) const {
    const int step = state.playback.step();
    if (side_ == Side::own || step == 0 || state.pair() == nullptr)
        return state.playback.progress();
    const int before = state.pair()->locked.steps[static_cast<std::size_t>(step - 1)];
    return before != state.other_step() ? state.playback.progress() : 1;
}

void CanvasPane::draw_header(Ui& ui, ImVec2 at, float width, const Controls& controls,
                             float controls_width, CanvasPane* other) {
    const float pad = ui.units(3), side = ui.row_height();
    const float room = width - 2 * pad - 2 * side - ui.units(4);
    ImGui::SetCursorScreenPos({at.x + pad, at.y + ui.units(1)});
    ImGui::PushFont(ui.fonts.bold);
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
    const float gap = ui.units(1);
    ImGui::SetCursorScreenPos({at.x + width - pad - 2 * side - gap, at.y + ui.units(1)});
    if (widgets::icon_button(ui, name_ + ".fit", widgets::Icon::fit, "Show all of it (F)")) {
        fit();
        if (other != nullptr) other->fit();
    }
    ImGui::SameLine(0, gap);
    const bool large = ui.state.enlarged == which_;
    if (widgets::icon_button(
            ui, name_ + ".enlarge", large ? widgets::Icon::restore : widgets::Icon::enlarge,
            large ? "Back to all pictures (Esc)" : "This picture alone (1 … 7)", true, large)) {
        ui.emit(command::ToggleEnlarged{which_});
    }
}

void CanvasPane::zoom(int turns) {
    if (!request_) return;
    const Scene& scene = canvas_.scene();
    fitted_ = false;
    view_.zoom_at({width_ / 2, height_ / 2}, std::pow(wheel_step, static_cast<float>(turns)),
                  scene.most_stretch, home_.zoom);
    view_.keep_in_sight(scene.width, scene.height, width_, height_);
}

void CanvasPane::pan(float across, float down) {
    if (!request_) return;
    const Scene& scene = canvas_.scene();
    if (fitted_ && scene.scrolls) {
        scroll_ -= down * height_;
        return;
    }
    fitted_ = false;
    view_.pan(across * width_, down * height_);
    view_.keep_in_sight(scene.width, scene.height, width_, height_);
}

std::optional<PaneSight> CanvasPane::sight() const {
    if (!request_ || width_ < 1 || height_ < 1) return std::nullopt;
    PaneSight sight{.width = width_, .height = height_, .scale = scale_};
    // While it is zoomed to, a pane of another size keeps what it was laid out for.
    if (sight.layout() != request_->room) sight.room = request_->room;
    if (view_ != home_) sight.part = part_in_view(view_, width_, height_);
    return sight;
}

Room CanvasPane::room(const Ui& ui, ImVec2 size, bool halved) const {
    if (!fitted_ && request_) return request_->room;
    const float above = header_height(ui) + (halved ? heading_height(ui) : 0);
    const float width = halved ? std::floor((size.x - gap_between(ui)) / 2) : size.x;
    const float height = std::max(size.y - above, 1.0F);
    return {std::floor(width / ui.scale), std::floor(height / ui.scale)};
}

/// As far as it was scrolled, and so that the current step is in sight when it is another.
void CanvasPane::scroll_into_place() {
    const Scene& scene = canvas_.scene();
    if (follow_ && scene.focus) {
        const float top = scene.focus->y * home_.zoom, end = top + scene.focus->h * home_.zoom;
        scroll_ = std::min(scroll_, top - scene.pinned_top * home_.zoom);
        scroll_ = std::max(scroll_, end - height_);
    }
    follow_ = false;
    scroll_ = std::clamp(scroll_, 0.0F, std::max(scene.height * home_.zoom - height_, 0.0F));
    view_.y -= std::floor(scroll_);
}

bool CanvasPane::show_word(int word) {
    const auto& spots = canvas_.scene().hotspots;
    const auto spot =
        std::ranges::find_if(spots, [&](const Hotspot& each) { return each.means.word == word; });
    if (spot == spots.end() || word < 0) return false;
    shown_ = *spot;
    const Box& box = spot->box;
    // A cell's words can be read where it is so wide; what can be read is left as it is.
    const float wanted = readable_cell * home_.zoom / box.w;
    if (wanted > view_.zoom) {
        view_.zoom = wanted;
        fitted_ = false;
    }
    if (fitted_) return true;
    const Point now = view_.to_pixel({box.x + box.w / 2, box.y + box.h / 2});
    view_.pan(width_ / 2 - now.x, height_ / 2 - now.y);
    return true;
}

void CanvasPane::take(ViewRequest request, Scene scene) {
    canvas_.set_scene(std::move(scene));
    mini_old_ = true;
    if (!request_ || request_->at.step != request.at.step) follow_ = true;
    canvas_.set_highlight(std::nullopt);  // until the pointer is looked at again
    const Trace& trace = *request.trace;
    const Places places{.section = trace.shape().section,
                        .words = trace.cells(),
                        .steps = trace.step_count(),
                        .arrangement = request.arrangement,
                        .two = request.other != nullptr && !request.beside,
                        .room = request.room};
    // A place that was zoomed to is kept where it still shows the same.
    if (!request_ || places_ != places) {
        fitted_ = true;
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
        const std::optional<Box> seen = seen_box(scene, view_, home_, box);
        if (!seen) continue;
        const ImVec2 low{at.x + seen->x / pixel_scale - out, at.y + seen->y / pixel_scale - out};
        const ImVec2 high{at.x + (seen->x + seen->w) / pixel_scale + out,
                          at.y + (seen->y + seen->h) / pixel_scale + out};
        list.AddRect(low, high, packed(ui.colors.accent),
                     std::min(ui.units(0.75F), (high.y - low.y) / 2), 0, thick);
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

void CanvasPane::draw_picture(Ui& ui, ImVec2 at, ImVec2 size) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (!request_) {
        hovered_ = false;
        pointed_ = {};
        const ImVec2 high{at.x + size.x, at.y + size.y};
        list.AddRectFilled(at, high, packed(ui.palette.background));
        const char* words = ui.state.recording_now ? "Recording …" : "Nothing recorded yet";
        const ImVec2 extent = ImGui::CalcTextSize(words);
        list.AddText({std::floor(at.x + (size.x - extent.x) / 2),
                      std::floor(at.y + (size.y - extent.y) / 2)},
                     packed(ui.colors.faint), words);
        return;
    }
    // The picture is drawn in the screen's own pixels, whatever ImGui's units are.
    const float pixel_scale = ImGui::GetIO().DisplayFramebufferScale.x;
    const float width = std::floor(size.x * pixel_scale), height = std::floor(size.y * pixel_scale);
    width_ = width;
    height_ = height;
    scale_ = ui.scale * pixel_scale;
    home_ = home_view(canvas_.scene(), width, height, scale_);
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton(("##" + name_ + ".picture").c_str(), size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
    widgets::note_item(ui, name_ + ".picture");
    hovered_ = ImGui::IsItemHovered();
    width_ui_ = size.x;
    minimap_ = minimap_place(ui);
    handle_mouse(ui, at, size, pixel_scale);
    minimap_ = minimap_place(ui);  // the view may be another now
    if (fitted_) {
        view_ = home_;
        if (canvas_.scene().scrolls) scroll_into_place();
    }
    canvas_.set_progress(progress_of(ui.state));
    canvas_.render(static_cast<int>(width), static_cast<int>(height), view_, home_);
    at_x_ = static_cast<int>(at.x * pixel_scale);
    at_y_ = static_cast<int>(at.y * pixel_scale);
    list.AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
            auto& pane = *static_cast<CanvasPane*>(command->UserCallbackData);
            pane.copy(pane.canvas_, pane.at_x_, pane.at_y_);
        },
        this);
    draw_lit(ui, at, size, pixel_scale);
    if (minimap_) draw_minimap(ui, at, pixel_scale);
    if (fitted_ && canvas_.scene().scrolls) draw_scroll_bar(ui, at, size);
    note_spots(ui, at, size, pixel_scale);
}

std::optional<Box> CanvasPane::minimap_place(const Ui& ui) const {
    const Scene& scene = canvas_.scene();
    const float seen_w = width_ / view_.zoom_x(), seen_h = height_ / view_.zoom;
    if (fitted_ || (seen_w >= scene.width * 0.98F && seen_h >= scene.height * 0.98F)) {
        return std::nullopt;
    }
    constexpr float width_units = 55, least = 40;
    const float most_w =
        std::min(ui.units(width_units) * width_ / std::max(width_ui_, 1.0F), width_ * 0.3F);
    const float scale = std::min(most_w / scene.width, height_ * 0.3F / scene.height);
    const float w = std::floor(scene.width * scale), h = std::floor(scene.height * scale);
    if (w < least || h < least / 4) return std::nullopt;
    const float gap = std::floor(ui.units(2) * width_ / std::max(width_ui_, 1.0F));
    return Box{width_ - w - gap, height_ - h - gap, w, h};
}

/// How much there is, and how much of it is seen.
void CanvasPane::draw_scroll_bar(Ui& ui, ImVec2 at, ImVec2 size) {
    const float whole = std::max(canvas_.scene().height * home_.zoom, height_);
    const float top = at.y + size.y * scroll_ / whole, high = size.y * height_ / whole;
    const float right = at.x + size.x - ui.units(0.5F), left = right - ui.units(1);
    ImGui::GetWindowDrawList()->AddRectFilled({left, top}, {right, top + high},
                                              packed(ui.colors.faint), ui.units(0.5F));
    widgets::note_box(ui, name_ + ".scroll", {left, top}, {right, top + high});
}

/// The whole small in the corner, with what is in view framed.
void CanvasPane::draw_minimap(Ui& ui, ImVec2 at, float pixel_scale) {
    const Scene& scene = canvas_.scene();
    if (mini_old_) mini_.set_scene(scene);
    mini_old_ = false;
    const Box place = *minimap_;
    const ViewTransform whole{place.w / scene.width, 0, 0};
    mini_.render(static_cast<int>(place.w), static_cast<int>(place.h), whole);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
            auto& pane = *static_cast<CanvasPane*>(command->UserCallbackData);
            pane.copy(pane.mini_, pane.at_x_ + static_cast<int>(pane.minimap_->x),
                      pane.at_y_ + static_cast<int>(pane.minimap_->y));
        },
        this);
    const auto corner = [&](float x, float y) {
        return ImVec2{at.x + (place.x + x) / pixel_scale, at.y + (place.y + y) / pixel_scale};
    };
    const ImVec2 low = corner(0, 0), high = corner(place.w, place.h);
    list.AddRect(low, high, packed(ui.colors.line));
    const Point from = whole.to_pixel(view_.to_scene({0, 0}));
    const Point to = whole.to_pixel(view_.to_scene({width_, height_}));
    const ImVec2 a =
        corner(std::clamp(from.x, 0.0F, place.w - 3), std::clamp(from.y, 0.0F, place.h - 3));
    const ImVec2 b = corner(std::clamp(to.x, 3.0F, place.w), std::clamp(to.y, 3.0F, place.h));
    Rgba veil = ui.colors.accent;
    veil.a = 36;
    list.AddRectFilled(a, b, packed(veil));
    list.AddRect(a, b, packed(ui.colors.accent), 0, 0, 2);
    widgets::note_box(ui, name_ + ".minimap", low, high);
}

/// What is pointed at in it comes to the middle.
void CanvasPane::handle_minimap(Point pointer) {
    const Scene& scene = canvas_.scene();
    const float scale = minimap_->w / scene.width;
    const Point wanted{(pointer.x - minimap_->x) / scale, (pointer.y - minimap_->y) / scale};
    const Point now = view_.to_pixel(wanted);
    view_.pan(width_ / 2 - now.x, height_ / 2 - now.y);
    view_.keep_in_sight(scene.width, scene.height, width_, height_);
}

/// Called while ImGui's drawing is carried out, at the picture's place in the order.
void CanvasPane::copy(Canvas& canvas, int x, int y) {
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    // The scissor is still that of whatever was drawn before.
    glDisable(GL_SCISSOR_TEST);
    canvas.copy_to(x, y, viewport[3]);
    glEnable(GL_SCISSOR_TEST);
}

void CanvasPane::handle_mouse(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale) {
    const ImGuiIO& io = ImGui::GetIO();
    const Point pointer{(io.MousePos.x - at.x) * pixel_scale, (io.MousePos.y - at.y) * pixel_scale};
    pointed_ = {};
    const Scene& scene = canvas_.scene();
    if (!ImGui::IsItemActive()) minimap_dragged_ = false;
    const bool over_minimap = minimap_ && hovered_ && minimap_->contains(pointer);
    if (ImGui::IsItemActivated() && over_minimap) minimap_dragged_ = true;
    if (over_minimap || minimap_dragged_) {
        canvas_.set_highlight(std::nullopt);
        if (minimap_dragged_ && minimap_) handle_minimap(pointer);
        return;
    }
    if (hovered_ && io.MouseWheel != 0 && scene.scrolls && fitted_ && !io.KeyCtrl) {
        scroll_ -= io.MouseWheel * 3 * ui.row_height() * pixel_scale / 2;
    } else if (hovered_ && io.MouseWheel != 0) {
        fitted_ = false;
        view_.zoom_at(pointer, std::pow(wheel_step, io.MouseWheel), scene.most_stretch, home_.zoom);
        view_.keep_in_sight(scene.width, scene.height, size.x * pixel_scale, size.y * pixel_scale);
    }
    if (ImGui::IsItemActivated()) dragged_ = false;
    const bool active = ImGui::IsItemActive();
    if (active) {
        // A hand that clicks trembles: a drag begins only after some pixels.
        for (const ImGuiMouseButton button : {ImGuiMouseButton_Left, ImGuiMouseButton_Middle}) {
            if (ImGui::IsMouseDragging(button)) dragged_ = true;
        }
        if (dragged_ && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
            fitted_ = false;
            view_.pan(io.MouseDelta.x * pixel_scale, io.MouseDelta.y * pixel_scale);
            view_.keep_in_sight(scene.width, scene.height, size.x * pixel_scale,
                                size.y * pixel_scale);
        }
        if (dragged_) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    }
    if (!hovered_ || dragged_) canvas_.set_highlight(shown_);
    if (!hovered_ && !active) return;
    const bool released = ImGui::IsItemDeactivated() && !dragged_;
    if (dragged_ && active) return;
    const float reach = ui.units(1.25F) * pixel_scale / view_.zoom;
    const std::optional<Hotspot> spot = find(pointer, reach);
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

/// What is pinned lies above the rest, and where it lies at home.
std::optional<Hotspot> CanvasPane::find(Point pointer, float reach) const {
    const Scene& scene = canvas_.scene();
    const Point home = home_.to_scene(pointer);
    Point at = view_.to_scene(pointer);
    if (home.y < scene.pinned_top) return scene.hit({at.x, home.y});
    if (home.x >= scene.pinned_left) return scene.hit(at, reach, view_.stretch);
    at.x = home.x;
    return scene.hit(at);
}

/// Where the cells of small fields are, for tests.
void CanvasPane::note_cells(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale) {
    constexpr int most = 200;
    for (const HotspotField& field : canvas_.scene().fields) {
        if (field.columns * field.rows > most) continue;
        for (int k = 0; k < field.columns * field.rows; ++k) {
            const auto spot = field.at(k % field.columns, k / field.columns);
            if (!spot) continue;
            const Box& box = spot->box;
            const Point middle = view_.to_pixel({box.x + box.w / 2, box.y + box.h / 2});
            const ImVec2 on{at.x + middle.x / pixel_scale, at.y + middle.y / pixel_scale};
            if (on.x < at.x || on.y < at.y || on.x > at.x + size.x || on.y > at.y + size.y)
                continue;
            widgets::note_box(ui,
                              name_ + ".cell." + std::to_string(k / field.columns) + "." +
                                  std::to_string(k % field.columns),
                              {on.x - 1, on.y - 1}, {on.x + 1, on.y + 1});
            ui.widgets[name_ + ".cell." + std::to_string(k / field.columns) + "." +
                       std::to_string(k % field.columns)]
                .control = ui.walking;
        }
    }
}

/// Where what has a name is, for tests and for keys: the first hotspot of each.
void CanvasPane::note_spots(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale) {
    note_cells(ui, at, size, pixel_scale);
    if (canvas_.scene().crowded && !ui.walking) return;
    for (const Hotspot& spot : canvas_.scene().hotspots) {
        if (spot.name.what.empty()) continue;
        const std::string name = fmt::format("{}.{}.{}", name_, spot.name.what, spot.name.number);
        if (ui.widgets.contains(name)) continue;
        Point low = view_.to_pixel({spot.box.x, spot.box.y});
        Point high = view_.to_pixel({spot.box.x + spot.box.w, spot.box.y + spot.box.h});
        if (spot.box.x + spot.box.w <= canvas_.scene().pinned_left) {
            low.x = home_.to_pixel({spot.box.x, 0}).x;
            high.x = home_.to_pixel({spot.box.x + spot.box.w, 0}).x;
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
