#include "app/scene/fragment/fragment_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {

std::string name_of_access(const Trace& trace, const std::string& instruction, int warp,
                           const SourceLine& place) {
    std::string text = fmt::format("{} of warp {} at line {}", instruction, warp, place.line);
    if (place.file > 0) text += " of " + trace.file_name(place.file);
    return text;
}

std::string cost_text(const MatrixAccess& access) {
    return access.wavefronts() == access.ideal()
               ? fmt::format("no conflict: {}", counted(access.wavefronts(), "wavefront"))
               : fmt::format("{} instead of {}", counted(access.wavefronts(), "wavefront"),
                             access.ideal());
}

void add_instructions(Scene& scene, BarStrip strip, const Trace& trace, const Instructions& all,
                      const RequestChoice& now, const Palette& palette) {
    int most = std::max(1, all.least_top);
    for (const MatrixAccess& each : all.matrices) most = std::max(most, each.wavefronts());
    const auto share = [most](int wavefronts) {
        return static_cast<float>(wavefronts) / static_cast<float>(most);
    };
    std::vector<Bar> bars;
    const auto spot = [&](const RequestChoice& choice, int step, std::string tip) {
        return Hotspot{
            .name = {"instruction", static_cast<int>(bars.size())},
            .step = step,
            .means = {.warp = choice.warp, .site = choice.site, .iteration = choice.iteration},
            .click = click::ShowRequest{choice, Space::shared},
            .tip = std::move(tip)};
    };
    for (const MatrixAccess& each : all.matrices) {
        const Request& first = each.matrices.front();
        const RequestChoice choice = choice_of(first);
        const Rgba plain = first.event == Event::load ? palette.read : palette.write;
        bars.push_back(
            {.height = share(each.wavefronts()),
             .bad = share(each.wavefronts() - each.ideal()),
             .fill = choice == now ? palette.accent : plain,
             .now = choice == now,
             .spot = spot(
                 choice, first.step,
                 fmt::format("{}\n{}", name_of_access(trace, each.name, first.warp, each.place),
                             cost_text(each)))});
    }
    constexpr float low = 0.12F;
    for (const TileProduct& each : all.products) {
        bars.push_back(
            {.height = low,
             .fill = each.choice == now ? palette.accent : palette.faint_text,
             .now = each.choice == now,
             .spot = spot(each.choice, each.step,
                          name_of_access(trace, each.name, each.choice.warp, each.place) +
                              "\nmultiplies what its lanes hold")});
    }
    const std::string count =
        counted(std::ssize(all.matrices) + std::ssize(all.products), "such instruction");
    strip.words = all.matrices.empty()
                      ? fmt::format("{} of this step", count)
                      : fmt::format("{} of this step, by excess wavefronts, worst first", count);
    strip.few_words = count;
    if (!all.matrices.empty()) strip.top = fmt::format("{}", most);
    add_bars(scene, strip, std::move(bars), palette);
}

}  // namespace stridescope::scene_parts
