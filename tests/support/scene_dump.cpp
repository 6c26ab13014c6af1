#include "tests/support/scene_dump.h"

#include <fmt/format.h>

#include <iterator>

namespace stridescope {
namespace {

class Dump {
  public:
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
};

std::string of(Rgba c) {
    std::string text = fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b);
    if (c.a != 255) text += fmt::format("{:02x}", c.a);
    return text;
}

std::string of(Point p) {
    return fmt::format("({:.2f}, {:.2f})", p.x, p.y);
}

std::string of(const Box& b) {
    return fmt::format("({:.2f}, {:.2f}) {:.2f}x{:.2f}", b.x, b.y, b.w, b.h);
}

/// A text with its line breaks made visible.
std::string of(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '\n') {
            out += " | ";
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string of(const RequestChoice& choice) {
    return fmt::format("site {} iteration {} warp {}", choice.site, choice.iteration, choice.warp);
}

std::string of(const std::monostate& /*nothing*/) {
    return {};
}
std::string of(const click::GoToStep& go) {
    return fmt::format("step {}", go.step);
}
std::string of(const click::GoToWarp& go) {
    return fmt::format("warp {} of block {}{}", go.warp, go.block,
                       go.step < 0 ? "" : fmt::format(", step {}", go.step));
}
std::string of(const click::OpenRecording& open) {
    return fmt::format("recording {}", open.path);
}
std::string of(const click::GoToEvent& go) {
    return go.block < 0 ? fmt::format("event {}", go.events)
                        : fmt::format("event {} of block {}", go.events, go.block);
}
std::string of(const click::ShowRequest& show) {
    return fmt::format("{}request of {}", show.space == Space::global ? "global " : "",
                       of(show.request));
}
std::string of(const click::ShowWavefront& show) {
    return fmt::format("wavefront {} of {}", show.wavefront, of(show.request));
}
std::string of(const click::ShowWarp& show) {
    return fmt::format("warp {}", show.warp);
}
std::string of(const click::ShowLine& show) {
    const std::string line = fmt::format("line {}", show.line.line);
    return show.line.file > 0 ? fmt::format("{} of file {}", line, show.line.file) : line;
}
std::string of(const click::ShowElement& show) {
    return "element " + show.element;
}
std::string of(const click::SortBy& sort) {
    return fmt::format("sorts by {}", sort.column);
}

void add(Dump& dump, const Hotspot& spot) {
    std::string what;
    if (!spot.name.what.empty()) what += fmt::format(" {} {}", spot.name.what, spot.name.number);
    if (spot.step >= 0) what += fmt::format(" in step {}", spot.step);
    if (spot.means.any()) what += " means " + text_of(spot.means);
    const std::string click = std::visit([](const auto& each) { return of(each); }, spot.click);
    if (!click.empty()) what += " click: " + click;
    dump.line("  hotspot {}{} {}", of(spot.box), what, of(spot.tip));
}

void add(Dump& dump, const Layer& layer) {
    for (const ColorMatrix& grid : layer.matrices) {
        dump.line("  grid {} {}x{}", of(grid.box), grid.columns, grid.rows);
        for (int row = 0; row < grid.rows; ++row) {
            std::string cells;
            for (int column = 0; column < grid.columns; ++column) {
                const auto at =
                    static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns) +
                    static_cast<std::size_t>(column);
                cells += ' ' + of(grid.colors[at]);
            }
            dump.line("   {}", cells);
        }
    }
    for (const Rect& r : layer.rects) {
        std::string border;
        if (r.border_width > 0) {
            border = fmt::format(" border {} {:.2f}", of(r.border), r.border_width);
        }
        dump.line("  rect {} {}{} radius {:.2f}{}", of(r.box), of(r.fill), border, r.radius,
                  r.hatched ? " hatched" : "");
    }
    for (const LineRun& run : layer.runs) {
        const Line& l = run.line;
        dump.line("  run {} x {:.2f}: {} -> {} {} width {:.2f}{}{}", run.count, run.gap, of(l.from),
                  of(l.to), of(l.color), l.width, l.animated ? " animated" : "",
                  l.arrow ? " arrow" : "");
    }
    for (const Line& l : layer.lines) {
        dump.line("  line {} -> {} {} width {:.2f}{}{}", of(l.from), of(l.to), of(l.color), l.width,
                  l.animated ? " animated" : "", l.arrow ? " arrow" : "");
    }
    for (const Label& l : layer.labels) {
        const char* align = l.align == Align::left    ? "left"
                            : l.align == Align::right ? "right"
                                                      : "center";
        dump.line("  label {} {} {} size {:.2f} {}{}{}", of(l.box), of(l.text), of(l.color), l.size,
                  align, l.bold ? " bold" : "", l.mono ? " mono" : "");
    }
}

}  // namespace

std::string dump(const Scene& scene) {
    Dump out;
    out.line("scene {:.2f}x{:.2f} {} progress {:.2f}", scene.width, scene.height,
             of(scene.background), scene.progress);
    for (std::size_t k = 0; k < scene.layers.size(); ++k) {
        const Pin pin = scene.layers[k].pin;
        out.line("layer {}{}", k,
                 pin == Pin::none   ? ""
                 : pin == Pin::left ? " pinned left"
                 : pin == Pin::top  ? " pinned top"
                                    : " pinned");
        add(out, scene.layers[k]);
    }
    out.line("hotspots");
    for (const Hotspot& spot : scene.hotspots) add(out, spot);
    for (const HotspotField& field : scene.fields) {
        out.line("field {} {}x{}", of(field.box), field.columns, field.rows);
        for (int row = 0; row < field.rows; ++row) {
            for (int column = 0; column < field.columns; ++column) {
                if (const auto spot = field.at(column, row)) add(out, *spot);
            }
        }
    }
    return out.take();
}

}  // namespace stridescope
