#include "app/scene/scene.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "app/analysis/request_choice.h"

namespace stridescope {

std::optional<Hotspot> Scene::hit(Point point, float reach, float stretch) const {
    for (const HotspotField& field : fields) {
        if (!field.box.contains(point) || field.columns <= 0 || field.rows <= 0) continue;
        const auto index = [](float offset, float extent, int count) {
            return std::clamp(static_cast<int>(offset / extent * static_cast<float>(count)), 0,
                              count - 1);
        };
        auto found = field.at(index(point.x - field.box.x, field.box.w, field.columns),
                              index(point.y - field.box.y, field.box.h, field.rows));
        if (found && found->box.contains(point)) return found;
    }
    for (auto spot = hotspots.rbegin(); spot != hotspots.rend(); ++spot) {
        if (spot->box.contains(point)) return *spot;
    }
    if (nearest && reach > 0) return nearest(point, reach, stretch);
    return std::nullopt;
}

namespace {

constexpr Rgba rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 0xFF),
            static_cast<std::uint8_t>(hex & 0xFF), 255};
}

/// Relative luminance of sRGB (WCAG 2).
float luminance(Rgba color) {
    const auto linear = [](std::uint8_t channel) {
        const float c = static_cast<float>(channel) / 255;
        return c <= 0.03928F ? c / 12.92F : std::pow((c + 0.055F) / 1.055F, 2.4F);
    };
    return 0.2126F * linear(color.r) + 0.7152F * linear(color.g) + 0.0722F * linear(color.b);
}

std::uint8_t channel(float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 255.0F)));
}

}  // namespace

// The hues of data are those of Okabe & Ito: blue 0072B2, orange E69F00, bluish green 009E73,
// vermillion D55E00, reddish purple CC79A7, sky blue 56B4E9; on dark ground the lighter ones.
const Palette& Palette::light() {
    static const Palette palette{
        .background = rgb(0xFFFFFF),
        .panel = rgb(0xF3F5F7),
        .text = rgb(0x17202A),
        .faint_text = rgb(0x5F6C79),
        .rule = rgb(0xDCE1E6),
        .node = rgb(0xFFFFFF),
        .node_border = rgb(0x4A5866),
        .edge = rgb(0x0072B2),
        .edge_old = rgb(0x8A97A4),
        .read = rgb(0x0072B2),
        .write = rgb(0xE69F00),
        .changed = rgb(0x009E73),
        .padding = rgb(0xEEF0F3),
        .conflict = rgb(0xD55E00),
        .accent = rgb(0x9B4F86),
        .wrong = rgb(0xC1121F),
        .cover = rgb(0x2FA57F),
        .busy = rgb(0x56657A),
        .phases = {rgb(0x4A48A8), rgb(0xB7A3F2), rgb(0x6F8A1E), rgb(0xD9DB6A), rgb(0x8C5028),
                   rgb(0xCFA98A), rgb(0x1E6E8A), rgb(0x7FD0C4)},
    };
    return palette;
}

const Palette& Palette::dark() {
    static const Palette palette{
        .background = rgb(0x14181D),
        .panel = rgb(0x1D232A),
        .text = rgb(0xECF0F4),
        .faint_text = rgb(0x98A5B3),
        .rule = rgb(0x333C46),
        .node = rgb(0x222A33),
        .node_border = rgb(0x93A0AE),
        .edge = rgb(0x56B4E9),
        .edge_old = rgb(0x67737F),
        .read = rgb(0x56B4E9),
        .write = rgb(0xE69F00),
        .changed = rgb(0x2BC79A),
        .padding = rgb(0x252C34),
        .conflict = rgb(0xF0803C),
        .accent = rgb(0xE08FC0),
        .wrong = rgb(0xFF6B6B),
        .cover = rgb(0x1E8E6B),
        .busy = rgb(0x8FA0B8),
        .phases = {rgb(0x9A90F0), rgb(0x5A4BA8), rgb(0xB9D046), rgb(0x6B7A2A), rgb(0xB08A70),
                   rgb(0x8A4A3A), rgb(0x4FC0C0), rgb(0x1A5A78)},
    };
    return palette;
}

const Palette& Palette::projector() {
    static const Palette palette{
        .background = rgb(0xFFFFFF),
        .panel = rgb(0xEEF1F4),
        .text = rgb(0x000000),
        .faint_text = rgb(0x333D47),
        .rule = rgb(0xB4BEC8),
        .node = rgb(0xFFFFFF),
        .node_border = rgb(0x1E2831),
        .edge = rgb(0x00508F),
        .edge_old = rgb(0x5F6B77),
        .read = rgb(0x005A9C),
        .write = rgb(0xDB8500),
        .changed = rgb(0x007A55),
        .padding = rgb(0xDDE2E7),
        .conflict = rgb(0xBF3F00),
        .accent = rgb(0x7A2E6A),
        .wrong = rgb(0xB00012),
        .cover = rgb(0x12805C),
        .busy = rgb(0x3D4C61),
        .phases = {rgb(0x34309A), rgb(0xA890E8), rgb(0x5A7010), rgb(0xC8CC58), rgb(0x7A3A22),
                   rgb(0xC89A78), rgb(0x4A6E8A), rgb(0x66C4B8)},
    };
    return palette;
}

Rgba mix(Rgba a, Rgba b, float t) {
    const auto between = [t](std::uint8_t from, std::uint8_t to) {
        return channel(static_cast<float>(from) +
                       (static_cast<float>(to) - static_cast<float>(from)) * t);
    };
    return {between(a.r, b.r), between(a.g, b.g), between(a.b, b.b), between(a.a, b.a)};
}

Rgba cividis(float t) {
    // Polynomials fitted to the published table, as in d3-scale-chromatic.
    t = std::clamp(t, 0.0F, 1.0F);
    const auto polynomial = [t](const std::array<float, 6>& c) {
        float sum = 0;
        for (auto k = c.rbegin(); k != c.rend(); ++k) sum = sum * t + *k;
        return channel(sum);
    };
    return {polynomial({-4.54F, -35.34F, 2381.73F, -6402.70F, 7024.72F, -2710.57F}),
            polynomial({32.49F, 170.73F, 52.82F, -131.46F, 176.58F, -67.37F}),
            polynomial({81.24F, 442.36F, -2482.43F, 6167.24F, -6614.94F, 2475.67F}), 255};
}

Rgba text_on(Rgba background) {
    // Where black and white have the same contrast: (L + 0.05)² = 1.05 · 0.05.
    return luminance(background) > 0.179F ? Rgba{0, 0, 0, 255} : Rgba{255, 255, 255, 255};
}

namespace {

/// Room enough for any double in any of the formats used here.
class Digits {
  public:
    template <class... Format>
    explicit Digits(double value, Format... format) {
        end_ = std::to_chars(text_.data(), text_.data() + text_.size(), value, format...).ptr;
    }

    std::string_view view() const {
        return {text_.data(), static_cast<std::size_t>(end_ - text_.data())};
    }

  private:
    std::array<char, 400> text_{};
    char* end_ = nullptr;
};

/// "1.50e-09" → "1.5e-9": people read it faster, and every character counts.
std::string tidy(std::string_view text) {
    const auto mark = text.find('e');
    std::string head{text.substr(0, mark)};
    if (head.find('.') != std::string::npos) {
        while (head.back() == '0') head.pop_back();
        if (head.back() == '.') head.pop_back();
    }
    if (head == "-0") head = "0";
    if (mark == std::string_view::npos) return head;
    std::string_view exponent = text.substr(mark + 1);
    head += 'e';
    if (exponent.front() == '-') head += '-';
    exponent.remove_prefix(1);
    while (exponent.size() > 1 && exponent.front() == '0') exponent.remove_prefix(1);
    return head.append(exponent);
}

/// 12345 → "12.3k". Empty if it does not fit.
std::string with_suffix(double value, std::size_t room) {
    constexpr std::string_view suffixes = "kMGTPE";
    double scaled = value;
    for (const char suffix : suffixes) {
        scaled /= 1000;
        if (std::abs(scaled) >= 999.5) continue;
        for (int decimals = 2; decimals >= 0; --decimals) {
            std::string text = tidy(Digits{scaled, std::chars_format::fixed, decimals}.view());
            if (text.size() < room && text != "0") return text + suffix;
        }
        return {};
    }
    return {};
}

}  // namespace

std::string short_number(double value, bool integer, int max_chars) {
    const auto room = static_cast<std::size_t>(max_chars);
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : room < 4 ? "#" : "-inf";
    if ((integer || value == std::trunc(value)) && std::abs(value) < 1e15) {
        std::array<char, 24> text;
        const char* end =
            std::to_chars(text.data(), text.data() + text.size(), static_cast<long long>(value))
                .ptr;
        const auto length = static_cast<std::size_t>(end - text.data());
        if (length <= room) return {text.data(), length};
    } else if (std::string exact = tidy(Digits{value}.view()); exact.size() <= room) {
        return exact;
    }
    if (std::abs(value) >= 999.5) {
        if (std::string text = with_suffix(value, room); !text.empty()) return text;
    } else if (std::abs(value) >= 0.001) {
        for (int decimals = max_chars; decimals >= 0; --decimals) {
            std::string text = tidy(Digits{value, std::chars_format::fixed, decimals}.view());
            if (text.size() <= room && text != "0") return text;
        }
    }
    for (int decimals = 2; decimals >= 0; --decimals) {
        std::string text = tidy(Digits{value, std::chars_format::scientific, decimals}.view());
        if (text.size() <= room) return text;
    }
    return "#";
}

namespace {

bool is_lit(const Hotspot& spot, const Related& related, int step) {
    if (spot.names_step) return related.steps.contains(spot.step);
    if (spot.step >= 0 && spot.step != step) return false;
    const Selection& of = spot.means;
    if (of.site >= 0) {
        return std::ranges::any_of(related.served, [&](const Served& one) {
            return one.site == of.site && one.iteration == of.iteration && one.warp == of.warp &&
                   (of.wavefront < 0 || one.wavefront == of.wavefront);
        });
    }
    return (of.thread >= 0 && related.threads.contains(of.thread)) ||
           (of.word >= 0 && related.words.contains(of.word)) ||
           (of.bank >= 0 && related.banks.contains(of.bank)) ||
           (of.warp >= 0 && related.warps.contains(of.warp)) ||
           (of.line >= 0 && (of.file > 0 ? related.included.contains(of.place())
                                         : related.lines.contains(of.line)));
}

}  // namespace

std::vector<Box> lit_boxes(const Scene& scene, const Related& related, int step) {
    std::vector<Box> boxes;
    if (!related.any()) return boxes;
    for (const Hotspot& spot : scene.hotspots) {
        if (is_lit(spot, related, step)) boxes.push_back(spot.frame.value_or(spot.box));
    }
    if (!scene.node) return boxes;
    for (const int word : related.words) {
        if (const auto box = scene.node(word)) boxes.push_back(*box);
    }
    return boxes;
}

Layer lit_layer(const std::vector<Box>& boxes, const Palette& palette) {
    constexpr float thick = 2, out = 1, most_radius = 3;
    Rgba clear = palette.accent;
    clear.a = 0;
    Layer layer;
    for (const Box& box : boxes) {
        const Box frame{box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out};
        layer.rects.push_back({.box = frame,
                               .fill = clear,
                               .border = palette.accent,
                               .border_width = thick,
                               .radius = std::min(most_radius, frame.h / 2)});
    }
    return layer;
}

}  // namespace stridescope
