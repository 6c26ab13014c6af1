// Numbers, colours and hotspots of scenes.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/scene/phase_color.h"
#include "app/scene/scene.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace scene_parts_test {

TEST(ShortNumber, ShowsExactlyWhatFits) {
    EXPECT_EQ(short_number(0, true, 3), "0");
    EXPECT_EQ(short_number(-0.0, false, 3), "0");
    EXPECT_EQ(short_number(68, true, 6), "68");
    EXPECT_EQ(short_number(-12345, true, 6), "-12345");
    EXPECT_EQ(short_number(0.5, false, 6), "0.5");
    EXPECT_EQ(short_number(-2.25, false, 6), "-2.25");
    EXPECT_EQ(short_number(100000, false, 6), "100000");
    EXPECT_EQ(short_number(123456789012.0, true, 12), "123456789012");
}

TEST(ShortNumber, RoundsWhatDoesNotFit) {
    EXPECT_EQ(short_number(1.0 / 3, false, 5), "0.333");
    EXPECT_EQ(short_number(static_cast<double>(0.1F), false, 6), "0.1");
    EXPECT_EQ(short_number(12345, true, 4), "12k");
    EXPECT_EQ(short_number(123456, true, 5), "123k");
    EXPECT_EQ(short_number(1234567, true, 5), "1.23M");
    EXPECT_EQ(short_number(999999, true, 5), "1M");
    EXPECT_EQ(short_number(-2147483648.0, true, 6), "-2.15G");
    EXPECT_EQ(short_number(9.2e18, true, 5), "9.2E");
    EXPECT_EQ(short_number(1e30, false, 6), "1e30");
    EXPECT_EQ(short_number(1.5e-9, false, 6), "1.5e-9");
    EXPECT_EQ(short_number(0.0001234, false, 6), "1.2e-4");
    EXPECT_EQ(short_number(-1.2345e-300, false, 4), "#");
}

TEST(ShortNumber, NamesWhatIsNoNumber) {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(short_number(infinity, false, 3), "inf");
    EXPECT_EQ(short_number(-infinity, false, 4), "-inf");
    EXPECT_EQ(short_number(std::nan(""), false, 3), "nan");
}

TEST(ShortNumber, NeverExceedsItsRoom) {
    double value = 1e-320;
    for (int k = 0; k < 6000; ++k) {
        value *= 1.27;
        if (!std::isfinite(value)) break;
        for (const int room : {3, 4, 5, 6, 9}) {
            for (const double signed_value : {value, -value}) {
                const std::string text = short_number(signed_value, k % 2 == 0, room);
                EXPECT_LE(text.size(), static_cast<std::size_t>(room)) << signed_value;
                EXPECT_FALSE(text.empty());
            }
        }
    }
}

double luminance(Rgba c) {
    const auto linear = [](double v) {
        v /= 255;
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double contrast(Rgba a, Rgba b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST(Cividis, RunsFromDarkBlueToYellowAndOnlyGetsLighter) {
    EXPECT_LT(luminance(cividis(0)), 0.03);
    EXPECT_GT(cividis(0).b, cividis(0).r + 50);
    EXPECT_GT(luminance(cividis(1)), 0.75);
    EXPECT_GT(cividis(1).r, cividis(1).b + 100);
    double before = -1;
    for (int k = 0; k <= 100; ++k) {
        const double now = luminance(cividis(static_cast<float>(k) / 100));
        EXPECT_GT(now, before) << k;
        before = now;
    }
    EXPECT_EQ(cividis(-3), cividis(0));
    EXPECT_EQ(cividis(7), cividis(1));
}

TEST(TextOn, CanBeReadOnEveryShade) {
    for (int k = 0; k <= 100; ++k) {
        const Rgba shade = cividis(static_cast<float>(k) / 100);
        EXPECT_GE(contrast(text_on(shade), shade), 4.5) << k;
    }
}

TEST(Palette, TextCanBeReadOnBothGrounds) {
    for (const Palette* p : {&Palette::light(), &Palette::dark()}) {
        EXPECT_GE(contrast(p->text, p->background), 7);
        for (const Rgba ground : {p->background, p->panel}) {
            EXPECT_GE(contrast(p->faint_text, ground), 4.5);
            EXPECT_GE(contrast(p->wrong, ground), 4.5);
            EXPECT_GE(contrast(p->conflict, ground), 3);
        }
        EXPECT_GE(contrast(p->text, mix(p->node, p->read, 0.3F)), 4.5);
        EXPECT_GE(contrast(p->text, mix(p->node, p->write, 0.3F)), 4.5);
    }
}

/// CIE L*a*b* of a colour on a screen (IEC 61966-2-1, D65).
std::array<double, 3> lab_of(Rgba color) {
    const auto linear = [](std::uint8_t channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double r = linear(color.r), g = linear(color.g), b = linear(color.b);
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// Read, written, finished, in conflict, wrong, looked at, and each phase: nobody takes one for
// another, in any theme.
TEST(Palette, EachColourMeansOneThing) {
    for (const Palette* p : {&Palette::light(), &Palette::dark(), &Palette::projector()}) {
        std::vector<std::pair<std::string, Rgba>> all{
            {"read", p->read},   {"write", p->write},   {"conflict", p->conflict},
            {"wrong", p->wrong}, {"accent", p->accent}, {"cover", p->cover}};
        for (std::size_t k = 0; k < p->phases.size(); ++k)
            all.emplace_back(fmt::format("phase {}", k), p->phases[k]);
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const auto a = lab_of(all[i].second), b = lab_of(all[j].second);
                const double apart = std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
                EXPECT_GT(apart, 18) << all[i].first << ", " << all[j].first;
            }
        }
    }
}

TEST(PhaseColor, TellsThePhasesOfEveryKernelApart) {
    const auto far = [](Rgba a, Rgba b) {
        return std::hypot(static_cast<float>(a.r - b.r), static_cast<float>(a.g - b.g),
                          static_cast<float>(a.b - b.b));
    };
    // As many phases of their own as the kernel with most has.
    const std::vector<std::string> phases{"ticket",    "load",           "scan", "publish",
                                          "look back", "publish prefix", "store"};
    for (const Palette* palette : {&Palette::light(), &Palette::dark(), &Palette::projector()}) {
        for (const std::string& a : phases) {
            const Rgba color = phase_color(*palette, phases, a);
            EXPECT_GT(far(color, palette->background), 60) << a;
            for (const std::string& b : phases) {
                if (a == b) continue;
                EXPECT_GT(far(color, phase_color(*palette, phases, b)), 55) << a << ", " << b;
            }
        }
    }
}

TEST(PhaseColor, MeansNothingElse) {
    // What was read, written, changed, is finished, in conflict, wrong or selected has a colour
    // that no phase has; nor has one of them another's.
    for (const Palette* p : {&Palette::light(), &Palette::dark(), &Palette::projector()}) {
        const std::vector<std::pair<const char*, Rgba>> meanings{
            {"read", p->read},     {"write", p->write}, {"changed", p->changed},
            {"wrong", p->wrong},   {"cover", p->cover}, {"conflict", p->conflict},
            {"accent", p->accent}, {"busy", p->busy}};
        const auto far = [](Rgba a, Rgba b) {
            return std::hypot(static_cast<float>(a.r - b.r), static_cast<float>(a.g - b.g),
                              static_cast<float>(a.b - b.b));
        };
        for (const auto& [name, color] : meanings) {
            for (const Rgba phase : p->phases) EXPECT_GT(far(color, phase), 35) << name;
        }
        for (const std::string phase :
             {"scan", "up-sweep", "down-sweep", "wait", "load", "store", "a name of one's own"}) {
            const Rgba color = phase_color(*p, {phase}, phase);
            for (const auto& [name, meaning] : meanings) EXPECT_NE(color, meaning) << phase << name;
        }
    }
}

TEST(Hit, FindsFieldsFirstThenTheLastOfTheHotspots) {
    Scene scene;
    scene.hotspots.push_back({.box = {0, 0, 100, 100}, .step = 1});
    scene.hotspots.push_back({.box = {10, 10, 10, 10}, .step = 2});
    scene.fields.push_back({.box = {50, 0, 40, 20},
                            .columns = 4,
                            .rows = 2,
                            .at = [](int column, int row) -> std::optional<Hotspot> {
                                if (column == 3) return std::nullopt;
                                return Hotspot{.box = {50 + 10.0F * static_cast<float>(column),
                                                       10.0F * static_cast<float>(row), 5, 10},
                                               .name = {"column", column},
                                               .step = 10 + row};
                            }});
    EXPECT_EQ(scene.hit({5, 5})->step, 1);
    EXPECT_EQ(scene.hit({15, 15})->step, 2);
    EXPECT_EQ(scene.hit({72, 15})->name.number, 2);
    EXPECT_EQ(scene.hit({72, 15})->step, 11);
    EXPECT_EQ(scene.hit({78, 15})->step, 1) << "beside the field's hotspot";
    EXPECT_EQ(scene.hit({85, 15})->step, 1) << "nothing in this cell of the field";
    EXPECT_FALSE(scene.hit({200, 5}));
}

TEST(StepLabel, NamesPhaseAndStride) {
    EXPECT_EQ(step_label({.phase = "load"}), "load");
    EXPECT_EQ(step_label({.phase = "scan", .stride = 4}), "stride 4");
    EXPECT_EQ(step_label({.phase = "up-sweep", .stride = 16}), "up-sweep 16");
}

}  // namespace scene_parts_test
}  // namespace stridescope
