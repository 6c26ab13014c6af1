#include "app/session/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "app/experiment/broken.h"
#include "app/session/correct_version.h"
#include "app/session/text_findings.h"
#include "kernels/catalog.h"

namespace stridescope {
namespace {

/// The experiment with another kernel; where that cannot run so, with all else ordinary.
Experiment with_kernel(Experiment e, std::string_view kernel) {
    e.kernel = kernel;
    const KernelInfo& info = kernel_of(e).info;
    if (!info.takes_exclusive) e.scan = Scan::inclusive;
    if (why_impossible(e).empty()) return e;
    Experiment ordinary;
    ordinary.kernel = kernel;
    ordinary.block = std::max(ordinary.block, info.limits.min_block);
    ordinary.engine = e.engine;
    return ordinary;
}

Pair kernels(const Experiment& now, std::string_view left, std::string_view right) {
    Pair pair{.kind = Pair::Kind::kernels,
              .id = fmt::format("{}.{}", left, right),
              .title = {},
              .why = {},
              .left = with_kernel(now, left),
              .right = {}};
    // The one that had to give way takes the other along.
    pair.right = with_kernel(pair.left, right);
    pair.left = with_kernel(pair.right, left);
    pair.title = fmt::format("{} against {}", kernel_of(pair.left).info.title,
                             kernel_of(pair.right).info.title);
    return pair;
}

Pair broken(const Experiment& now, const CatalogueEntry& entry) {
    const KernelInfo& info = entry.info;
    Pair pair{.kind = Pair::Kind::broken,
              .id = fmt::format("broken.{}", info.id),
              .title = std::string{info.title},
              .why = std::string{info.summary},
              .left = showing_fault(with_kernel(now, info.id)),
              .right = {}};
    pair.right = pair.left;
    pair.right.kernel = info.broken.correct;
    if (!kernel_of(pair.right).info.takes_exclusive) pair.right.scan = Scan::inclusive;
    return pair;
}

/// A knob of a text as it is against each other choice that its card names.
std::vector<Pair> knob_pairs(const Experiment& now) {
    std::vector<Pair> pairs;
    for (const TextKnob& knob : look_at(*now.text).knobs) {
        const auto& defines = now.text->defines;
        const auto set = std::ranges::find(defines, knob.name, &Setting::first);
        const std::string& value = set != defines.end() ? set->second : knob.value;
        for (const std::string& choice : knob.choices) {
            if (choice == value) continue;
            Pair pair{.kind = Pair::Kind::knob,
                      .id = fmt::format("knob.{}.{}", knob.name, choice),
                      .title = fmt::format("{0} {1} against {0} {2}", knob.name, value, choice),
                      .why = "The same text with another knob",
                      .left = now,
                      .right = now};
            std::erase_if(pair.right.text->defines,
                          [&](const Setting& each) { return each.first == knob.name; });
            if (choice != knob.value) pair.right.text->defines.emplace_back(knob.name, choice);
            pairs.push_back(std::move(pair));
        }
    }
    return pairs;
}

/// A text that is broken on purpose against its correct version.
void add_correct_version(const Experiment& now, std::vector<Pair>& pairs) {
    try {
        const auto correct = correct_version(*now.text);
        if (!correct) return;
        Pair pair{.kind = Pair::Kind::broken,
                  .id = "broken.text",
                  .title = fmt::format("This text against {}", correct->title),
                  .why = "The correct version with the same knobs",
                  .left = now,
                  .right = now};
        pair.right.text = correct->spec;
        pairs.push_back(std::move(pair));
    } catch (const UsageError&) {
        return;  // a file that cannot be read is told by "Fix it"
    }
}

/// Each padding against none, and the two best known kernels.
std::vector<Pair> scan_pairs(const Experiment& now) {
    std::vector<Pair> pairs;
    for (const auto& [padding, words] :
         {std::pair{Padding::every32, "One word every 32 against no padding"},
          std::pair{Padding::two_level, "Two-level padding against none"},
          std::pair{Padding::xor_swizzle, "The swizzle against no padding"}}) {
        Pair pair{.kind = Pair::Kind::padding,
                  .id = fmt::format("pad.{}", name_of(padding)),
                  .title = words,
                  .why = "The same run with a different layout of shared memory",
                  .left = now,
                  .right = now};
        pair.left.padding = padding;
        pair.right.padding = Padding::none;
        pairs.push_back(std::move(pair));
    }
    pairs.push_back(kernels(now, "kogge-stone", "brent-kung"));
    pairs.back().why = "Fewer steps against fewer operations";
    return pairs;
}

}  // namespace

std::vector<Pair> pairs_from(const Experiment& now, const std::string& gpu_problem) {
    std::vector<Pair> pairs;
    if (now.text) {
        add_correct_version(now, pairs);
        std::ranges::move(knob_pairs(now), std::back_inserter(pairs));
    } else {
        pairs = scan_pairs(now);
    }
    Pair engines{.kind = Pair::Kind::engines,
                 .id = "engines",
                 .title = "The emulator against the GPU",
                 .why = "The same kernel, recorded on both",
                 .left = now,
                 .right = now,
                 .impossible = gpu_problem};
    engines.left.engine = EngineChoice::cpu;
    engines.right.engine = EngineChoice::cuda;
    pairs.push_back(std::move(engines));
    if (!now.text) {
        for (const CatalogueEntry& entry : broken_kernels()) pairs.push_back(broken(now, entry));
    }
    for (Pair& pair : pairs) {
        for (const Experiment* each : {&pair.left, &pair.right}) {
            if (pair.impossible.empty()) pair.impossible = why_impossible(*each);
        }
    }
    return pairs;
}

}  // namespace stridescope
