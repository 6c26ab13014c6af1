// A row of bars below a picture: all requests of a step, or all steps of a run. Internal to
// app/scene.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/scene/scene.h"

namespace stridescope::scene_parts {

struct Bar {
    float height = 0;  ///< share of the strip's, 0 … 1
    float bad = 0;     ///< share of the strip's that the upper part of the bar has
    Rgba fill{};
    bool now = false;             ///< marked: what the picture shows
    std::string name{}, value{};  ///< below it and at its top, where bars are wide enough
    Hotspot spot{};               ///< its box is the bar's
};

struct BarStrip {
    Box box{};                ///< of the bars; their words stand above it
    float words_h = 16;       ///< below 10 there is no room for words
    float type = 11;          ///< largest of the words
    float names_x = 0;        ///< where the words left of the bars begin
    float widest = 16;        ///< that a bar gets
    float bar_names_h = 0;    ///< below the bars, for their names; 0: none
    std::string words{};      ///< what the bars are, for all of the room
    std::string few_words{};  ///< for less of it
    std::string top{};        ///< what a bar of full height is
    bool ghosts = false;      ///< what is missing of the full height is drawn, faintly
};

/// Draws as many of the bars as there is room for, from the first on, or, with one that is marked
/// farther behind, those around it; says so where some are missing. Shapes go into layer 0, words
/// into layer 1.
void add_bars(Scene& scene, const BarStrip& strip, std::vector<Bar> bars, const Palette& palette);

}  // namespace stridescope::scene_parts
