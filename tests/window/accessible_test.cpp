// What is told of the window as text: the step, what was found, and the controls in reading order.
#include "app/ui/window/accessible.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/session/controller.h"
#include "app/session/presets.h"
#include "app/session/run_text.h"
#include "app/ui/kit/theme.h"

namespace stridescope {
namespace accessible_test {

DrawnWidget control(float x, float y, std::string words) {
    DrawnWidget widget{.box = {x, y, 40, 20}, .tip = {}, .control = true};
    widget.spoken = {.role = ControlRole::button, .words = std::move(words)};
    return widget;
}

TEST(Accessible, TheStepAndItsSentence) {
    Controller controller{first_lesson(), {}};
    controller.wait_until_recorded();
    controller.apply(command::Jump{2});
    const AppState& state = controller.state();
    const AccessibleWindow told = accessible_window(state, {}, {});
    EXPECT_EQ(told.step, "Step 3 of " + std::to_string(state.playback.steps()));
    EXPECT_EQ(told.sentence, narration_words(state));
    EXPECT_FALSE(told.sentence.empty());
    EXPECT_FALSE(told.title.empty());
    EXPECT_FALSE(told.run.empty());
    EXPECT_FALSE(told.finding.empty());
    controller.apply(command::Set{setting::start, true});
    // What lies behind the start page is not told.
    const AccessibleWindow start = accessible_window(controller.state(), {}, {});
    EXPECT_EQ(start.step + start.sentence + start.finding + start.reading, "");
}

TEST(Accessible, WhatWasFoundIsTold) {
    Controller controller{first_lesson(), {}};
    controller.wait_until_recorded();
    controller.apply(
        command::NewText{"// launch: k<<<1, 64>>>(A)   A: int[64]\n"
                         "__global__ void k(int* A) {\n"
                         "    __shared__ int X[64];\n"
                         "    X[threadIdx.x] = threadIdx.x;\n"
                         "    A[threadIdx.x] = X[63 - threadIdx.x];\n"
                         "}\n",
                         "mine.cu"});
    controller.wait_until_recorded();
    const AppState& state = controller.state();
    ASSERT_FALSE(state.runs.shown->findings.empty());
    const AccessibleWindow told = accessible_window(state, {}, {});
    for (const Finding& finding : state.runs.shown->findings) {
        EXPECT_NE(told.finding.find(finding.text), std::string::npos) << finding.text;
    }
}

TEST(Accessible, ControlsAreInReadingOrderAreaByArea) {
    Controller controller{first_lesson(), {}};
    WidgetMap widgets{{"timeline.play", control(0, 600, "Play")},
                      {"timeline.back", control(50, 600, "Back")},
                      {"menu.view", control(50, 0, "View")},
                      {"menu.file", control(0, 0, "File")},
                      {"panel.kernel", control(0, 100, "Kernel")},
                      {"panel.title", {.box = {0, 90, 10, 10}, .tip = {}}},
                      {"panel.away", control(0, 800, "Away")}};
    widgets["panel.away"].scrolled_away = true;
    widgets["timeline.back"].focused = true;
    const AccessibleWindow told =
        accessible_window(controller.state(), widgets, {.control = "menu.file"});
    std::vector<std::string> names;
    for (const AccessibleControl& one : told.controls) names.push_back(one.name);
    EXPECT_EQ(names, (std::vector<std::string>{"menu.file", "menu.view", "panel.kernel",
                                               "timeline.play", "timeline.back"}));
    EXPECT_EQ(told.focused, "timeline.back");
    const auto json = json_of(told);
    EXPECT_EQ(json["controls"][0]["role"], "button");
    EXPECT_EQ(json["controls"][0]["words"], "File");
    EXPECT_EQ(json["focused"], "timeline.back");
}

double luminance_of(Rgba c) {
    const auto linear = [](double v) {
        v /= 255;
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double contrast_of(Rgba a, Rgba b) {
    const double x = luminance_of(a), y = luminance_of(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

/// WCAG 2.1, level AA: text of ordinary size.
TEST(Accessible, TextHasContrastInAllThemes) {
    for (const Theme theme : {Theme::light, Theme::dark, Theme::projector}) {
        const UiColors& c = UiColors::of(theme);
        for (const Rgba ground : {c.window, c.panel, c.raised}) {
            for (const Rgba text : {c.text, c.faint, c.accent, c.good, c.bad, c.warn}) {
                EXPECT_GE(contrast_of(text, ground), 4.5) << name_of(theme);
            }
        }
        EXPECT_GE(contrast_of(c.on_accent, c.accent), 4.5) << name_of(theme);
    }
}

}  // namespace accessible_test
}  // namespace stridescope
