#include "app/session/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/session/correct_version.h"
#include "app/session/document.h"
#include "app/session/text_findings.h"

namespace stridescope {
namespace {

std::string title_of(const TextSpec& text) {
    const Card card = read_card(text.text);
    return card.title.empty() ? name_of(text) : card.title.text();
}

/// A knob of a text as it is against each other choice that its card names.
std::vector<Pair> knob_pairs(const Experiment& now) {
    std::vector<Pair> pairs;
    for (const TextKnob& knob : look_at(now.text).knobs) {
        const auto& defines = now.text.defines;
        const auto set = std::ranges::find(defines, knob.name, &Setting::first);
        const std::string& value = set != defines.end() ? set->second : knob.value;
        const auto others = std::ranges::count_if(
            knob.choices, [&](const std::string& choice) { return choice != value; });
        for (const std::string& choice : knob.choices) {
            if (choice == value) continue;
            Pair pair{.kind = Pair::Kind::knob,
                      .id = fmt::format("knob.{}.{}", knob.name, choice),
                      .group = others > 1 ? fmt::format("{} {} against", knob.name, value) : "",
                      .title = fmt::format("{0} {1} against {0} {2}", knob.name, value, choice),
                      .why = "The same text with another knob",
                      .left = now,
                      .right = now};
            std::erase_if(pair.right.text.defines,
                          [&](const Setting& each) { return each.first == knob.name; });
            if (choice != knob.value) pair.right.text.defines.emplace_back(knob.name, choice);
            pairs.push_back(std::move(pair));
        }
    }
    return pairs;
}

/// A text that is broken on purpose against its correct version.
void add_correct_version(const Experiment& now, std::vector<Pair>& pairs) {
    try {
        const auto correct = correct_version(now.text);
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

/// Those of the library that are broken on purpose and have this text as their correct version, as
/// they are written: with other knobs a bug may hide.
void add_broken_versions(const Experiment& now, std::vector<Pair>& pairs) {
    const LibraryText* own = own_text(now.text);
    if (own == nullptr) return;
    for (const LibraryText& text : library()) {
        if (text.correct != own->id) continue;
        Pair pair{.kind = Pair::Kind::broken,
                  .id = "broken." + kernel_id(spec_of(text)),
                  .group = "Broken on purpose, against the correct version",
                  .title = text.title,
                  .why = text.summary,
                  .left = now,
                  .right = {}};
        const Experiment broken = run_of_text(spec_of(text), now);
        pair.left.text = broken.text;
        pair.left.schedule = broken.schedule;
        pair.right = pair.left;
        pair.right.text = with_knobs_of(spec_of(*own), broken.text);
        pairs.push_back(std::move(pair));
    }
}

/// A scan of the library against another one of the same numbers.
void add_other_scan(const Experiment& now, std::vector<Pair>& pairs) {
    const std::string id = kernel_id(now.text);
    if (scan_settings(now.text).empty()) return;
    const std::string other = id == "brent-kung" ? "kogge-stone" : "brent-kung";
    Pair pair{
        .kind = Pair::Kind::kernels,
        .id = fmt::format("{}.{}", id, other),
        .title = fmt::format("{} against {}", title_of(now.text), title_of(text_of_kernel(other))),
        .why = "The same numbers, another kernel",
        .left = now,
        .right = now};
    set_scan_flag(pair.right.text, "--kernel", other);
    pairs.push_back(std::move(pair));
}

}  // namespace

std::vector<Pair> pairs_from(const Experiment& now, const std::string& gpu_problem) {
    std::vector<Pair> pairs;
    add_correct_version(now, pairs);
    add_broken_versions(now, pairs);
    add_other_scan(now, pairs);
    std::ranges::move(knob_pairs(now), std::back_inserter(pairs));
    Pair engines{.kind = Pair::Kind::engines,
                 .id = "engines",
                 .title = "The warp machine against the GPU",
                 .why = "The same kernel, recorded on both",
                 .left = now,
                 .right = now,
                 .impossible = gpu_problem};
    engines.left.engine = EngineChoice::cpu;
    engines.right.engine = EngineChoice::cuda;
    pairs.push_back(std::move(engines));
    for (Pair& pair : pairs) {
        for (const Experiment* each : {&pair.left, &pair.right}) {
            if (pair.impossible.empty()) pair.impossible = why_impossible(*each);
        }
    }
    return pairs;
}

}  // namespace stridescope
