// A picture as plain data: what the window's canvas draws and what the exporters write, the same.
// No GL, no ImGui, no Cairo here. Units: scene units, y down; 1 unit is 1 pixel at zoom 1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/analysis/request_choice.h"
#include "app/analysis/selection.h"
#include "app/trace/facts.h"
#include "app/trace/trace.h"

namespace stridescope {

// What of a trace is looked at, and the room that there is for its picture.

/// What is looked at: recorded block, step of the timeline, animation within the step.
struct ViewState {
    int block = 0;
    int step = 0;
    float progress = 1;  ///< 0: the step begins, 1: done
    bool operator==(const ViewState&) const = default;
};

/// The rectangle that a scene is to fill, in scene units. A scene with a room lays itself out to be
/// of that size: as much in its cells, rows and type as there is space for. It grows beyond a room
/// in which it could not be read at all. Without one (0) it has the size that suits its contents,
/// which is what files show.
struct Room {
    float width = 0, height = 0;
    /// Nobody scrolls it or zooms into it, a page or a presentation: what is below the least type
    /// is of no use.
    bool still = false;
    /// One of two side by side: the run's name stands above it, and need not be in it.
    bool named = false;

    bool given() const { return width > 0 && height > 0; }
    bool operator==(const Room&) const = default;
};

// What a click on something in a picture asks for: plain data, whatever the view.

namespace click {

struct GoToStep {
    int step = 0;
    bool operator==(const GoToStep&) const = default;
};
/// To a warp of another recorded block than the one that is looked at, there.
struct GoToWarp {
    int step = -1;  ///< -1: where the slider is
    int block = 0, warp = 0;
    bool operator==(const GoToWarp&) const = default;
};
/// Opens a recording that comes with the program.
struct OpenRecording {
    std::string path{};
    bool operator==(const OpenRecording&) const = default;
};
/// To when so many of the events between blocks have happened, and to the block that is meant.
struct GoToEvent {
    std::size_t events = 0;
    int block = -1;  ///< -1: none
    bool operator==(const GoToEvent&) const = default;
};
struct ShowRequest {
    RequestChoice request{};
    Space space = Space::shared;  ///< or global: of which of the pictures it is the request
    bool operator==(const ShowRequest&) const = default;
};
/// That one of the request's wavefronts alone, from 1; where it is alone, all again.
struct ShowWavefront {
    RequestChoice request{};
    int wavefront = 1;
    bool operator==(const ShowWavefront&) const = default;
};
/// That warp's lanes.
struct ShowWarp {
    int warp = 0;
    bool operator==(const ShowWarp&) const = default;
};
/// The step's worst request of the line, to either memory.
struct ShowLine {
    SourceLine line{};
    bool operator==(const ShowLine&) const = default;
};
/// What an element of a text's array is made of, "C[3][5]"; where that is shown, the tree again.
struct ShowElement {
    std::string element{};
    bool operator==(const ShowElement&) const = default;
};
/// The largest of the column first; where it is so already, by step again.
struct SortBy {
    int column = 0;
    bool operator==(const SortBy&) const = default;
};

}  // namespace click

/// Empty where a click does nothing but choose what the hotspot stands for.
using Click = std::variant<std::monostate, click::GoToStep, click::GoToWarp, click::OpenRecording,
                           click::GoToEvent, click::ShowRequest, click::ShowWavefront,
                           click::ShowWarp, click::ShowLine, click::ShowElement, click::SortBy>;

struct Rgba {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    bool operator==(const Rgba&) const = default;
};

struct Point {
    float x = 0, y = 0;
    bool operator==(const Point&) const = default;
};

struct Box {
    float x = 0, y = 0, w = 0, h = 0;
    bool contains(Point p) const { return p.x >= x && p.x < x + w && p.y >= y && p.y < y + h; }
    bool operator==(const Box&) const = default;
};

/// Filled rectangle or, with radius = half its side, circle; optional border and hatching.
struct Rect {
    Box box{};
    Rgba fill{};
    Rgba border{0, 0, 0, 0};
    float border_width = 0;
    float radius = 0;      ///< of the corners
    bool hatched = false;  ///< diagonal lines in the border's colour over the fill

    /// Hatching: distance between two diagonals, measured along the box's upper edge.
    static constexpr float hatch_period = 6;
};

/// Straight line; with `animated` only its first `Scene::progress` part is drawn, from `from` on.
/// One that would come out thinner than a pixel is drawn one pixel wide and fainter instead.
struct Line {
    /// An arrow head's length and half its breadth, per unit of the line's width.
    static constexpr float head_length = 4, head_half_breadth = 2;
    /// Least share of its opacity that a thin line keeps.
    static constexpr float faintest = 0.6F;

    Point from{}, to{};
    Rgba color{};
    float width = 1;
    bool animated = false;
    bool arrow = false;  ///< a head at `to` (at the moving end while animated)
};

/// Many like lines side by side: `line`, and `count` − 1 copies, each `gap` to the right of the one
/// before. They look as they would singly, and cost one shape however many they are.
struct LineRun {
    Line line{};
    float gap = 0;  ///< > 0
    int count = 0;

    Line at(int index) const {
        const float aside = gap * static_cast<float>(index);
        Line copy = line;
        copy.from.x += aside;
        copy.to.x += aside;
        return copy;
    }
};

enum class Align { left, center, right };

/// Text in a box, vertically centred. Drawn only when it fits the box and is at least
/// Scene::min_text_pixels high on the screen: values appear on zooming in.
struct Label {
    Box box{};
    std::string text{};
    Rgba color{};
    float size = 12;  ///< height of the type in scene units
    Align align = Align::center;
    bool bold = false;
    bool mono = false;
};

/// A matrix of colours drawn as one texture: columns × rows equal cells filling the box.
struct ColorMatrix {
    Box box{};
    int columns = 0, rows = 0;
    std::vector<Rgba> colors{};  ///< row by row, columns · rows of them
    bool operator==(const ColorMatrix&) const = default;
};

/// What a hotspot is called within its picture, for tests and for its own view: "word", 17.
struct SpotName {
    std::string_view what{};  ///< a literal; empty where nobody needs to find it
    int number = -1;

    bool operator==(const SpotName&) const = default;
};

/// Something a pointer can be over or a click can hit.
struct Hotspot {
    Box box{};
    /// What is framed where it is lit; nothing: `box`.
    std::optional<Box> frame{};
    SpotName name{};
    int step = -1;            ///< that it is of; lit in no other one. -1 where that does not matter
    bool names_step = false;  ///< lit where what is chosen has a part in `step`
    Selection means{};        ///< what it stands for: chosen by a click, lit wherever it is chosen
    Click click{};            ///< what else a click does
    std::string tip{};        ///< one to three lines of plain words

    bool operator==(const Hotspot&) const = default;
};

/// A regular field of hotspots, columns × rows equal cells filling the box, described only when
/// asked for: a large tree has a hundred thousand of them.
struct HotspotField {
    Box box{};
    int columns = 0, rows = 0;
    /// The hotspot of a cell, `box` included; nothing where there is none. Owns all it needs.
    std::function<std::optional<Hotspot>(int column, int row)> at{};
};

/// What a layer does when the picture is moved or zoomed: all of it moves; or names beside the
/// picture stay at its left, headings at its top, a title where it is.
enum class Pin : std::uint8_t { none, left, top, both };

/// Drawn in order; within a layer: grids, rects, runs, lines, labels.
struct Layer {
    Pin pin = Pin::none;
    /// Nothing of it is seen beyond. Only in pictures for files: a canvas ends where its pane does.
    std::optional<Box> clip{};
    std::vector<ColorMatrix> matrices;
    std::vector<Rect> rects;
    std::vector<LineRun> runs;
    std::vector<Line> lines;
    std::vector<Label> labels;
};

/// The part of a scene that is looked at, and how large. A pixel is 1 / zoom units high and
/// 1 / (zoom · stretch) wide.
struct Sight {
    float zoom = 1;
    float stretch = 1;  ///< wide pictures are first zoomed in their width only
    float home = 1;     ///< the zoom that shows all: what is pinned keeps it
    Box box;

    float zoom_x() const { return zoom * stretch; }
};

struct Scene {
    static constexpr float min_text_pixels = 7;

    float width = 0, height = 0;  ///< extent; content lies in [0, width] × [0, height]
    Rgba background;
    float progress = 1;  ///< of the current step's animation, 0 … 1
    std::vector<Layer> layers{};
    std::vector<Hotspot> hotspots{};
    std::vector<HotspotField> fields{};

    /// Why there is nothing to see, which is then all that the picture says; empty: there is.
    std::string nothing{};
    /// How far the picture may be stretched before it is zoomed as it is.
    float most_stretch = 1;
    /// Higher than its room: seen in its full width, from the top, and scrolled.
    bool scrolls = false;
    /// What must not be scrolled out of sight when the step changes.
    std::optional<Box> focus{};
    /// Extent of what is pinned, from the left and from the top.
    float pinned_left = 0, pinned_top = 0;
    /// There are so many hotspots that they are told by name only while keys walk along them.
    bool crowded = false;
    /// Set where the scene is too large to be told at once: what to draw of a part of it. `layers`
    /// is then what all of it looks like at zoom 1. Owns all it needs, as do the others.
    std::function<std::vector<Layer>(const Sight& sight)> detail{};
    /// What is no box but can be pointed at: edges, no farther from the point than `reach` (scene
    /// units down; across, as many pixels).
    std::function<std::optional<Hotspot>(Point point, float reach, float stretch)> nearest{};
    /// Tree: the node that holds the word's value at the cursor, if there is one.
    std::function<std::optional<Box>(int word)> node{};
    /// What lights up when this is pointed at, drawn above all layers; nothing for most.
    std::function<std::vector<Layer>(const Hotspot& spot, const Sight& sight)> highlight{};

    /// What to draw.
    std::vector<Layer> layers_at(const Sight& sight) const {
        return detail ? detail(sight) : layers;
    }
    /// What lies under the point: fields first, then the last of `hotspots` that holds it, then
    /// what is nearest.
    std::optional<Hotspot> hit(Point point, float reach = 0, float stretch = 1) const;
};

/// Colours by role. Safe for colour-blind eyes (Okabe–Ito hues, cividis).
struct Palette {
    Rgba background, panel, text, faint_text, rule, node, node_border;
    Rgba edge;      ///< edges of the current step
    Rgba edge_old;  ///< edges of the steps before it
    Rgba read;      ///< blue: what the step read
    Rgba write;     ///< orange: what the step wrote
    Rgba changed;   ///< marks a changed value
    Rgba padding;   ///< fill of padding cells
    Rgba conflict, accent, wrong;
    Rgba cover;  ///< strongest colour of a value that all of the input went into: it is finished
    Rgba busy;   ///< amounts that are neither read nor written: active lanes, work
    /// Colours of phases, which are nothing of all that: in pairs, strong and pale, of one hue.
    std::array<Rgba, 8> phases;
    bool operator==(const Palette&) const = default;
    static const Palette& light();
    static const Palette& dark();
    static const Palette& projector();  ///< light, for a beam that washes everything out
};

/// a + (b − a)·t, channel by channel, t in [0, 1].
Rgba mix(Rgba a, Rgba b, float t);
/// cividis at t in [0, 1] (Nuñez, Anderton, Renslow 2018).
Rgba cividis(float t);
/// Black or white, whichever reads better on `background`.
Rgba text_on(Rgba background);

/// Short text for a value: at most `max_chars` characters, at least 3 of them. Integers and short
/// decimals exactly; what is too long is rounded: 0.333, 12.3k, 1e-9; "#" where nothing fits.
std::string short_number(double value, bool integer, int max_chars);

/// The boxes of all that is among the related: hotspots, and what Scene::node tells. What means a
/// step is lit only in `step`; but the names of steps are, of all that the chosen has a part in.
std::vector<Box> lit_boxes(const Scene& scene, const Related& related, int step);

/// Frames round such boxes, to be drawn above all else; for pictures that nobody points at.
Layer lit_layer(const std::vector<Box>& boxes, const Palette& palette);

}  // namespace stridescope
