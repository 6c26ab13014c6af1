// What the tests of scenes look for in them.
#pragma once

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "app/scene/scene.h"

namespace stridescope::testing {

inline const Palette& light() {
    return Palette::light();
}

inline std::vector<Line> animated_lines(const Scene& scene) {
    std::vector<Line> lines;
    for (const Layer& layer : scene.layers) {
        std::ranges::copy_if(layer.lines, std::back_inserter(lines),
                             [](const Line& line) { return line.animated; });
        for (const LineRun& run : layer.runs) {
            for (int k = 0; run.line.animated && k < run.count; ++k) lines.push_back(run.at(k));
        }
    }
    return lines;
}

/// The texts of the labels that fill exactly this box.
inline std::multiset<std::string> texts_in(const Scene& scene, const Box& box) {
    std::multiset<std::string> texts;
    for (const Layer& layer : scene.layers) {
        for (const Label& label : layer.labels) {
            if (label.box == box) texts.insert(label.text);
        }
    }
    return texts;
}

inline Point middle(const Box& box) {
    return {box.x + box.w / 2, box.y + box.h / 2};
}

}  // namespace stridescope::testing
