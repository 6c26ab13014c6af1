#include "app/session/presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/session/document.h"
#include "app/session/other_versions.h"
#include "app/session/text_findings.h"

namespace stridescope {
namespace {

Experiment of(const std::string& flags) {
    return experiment_of_line(flags);
}

constexpr const char* sixteen = "2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2";

/// Whether the text itself says so, or it goes without saying: of a scan, one block.
bool is_in_text(const TextSpec& spec, const Setting& knob) {
    if (knob == Setting{"N", "SECTION"}) return true;
    const std::string line = fmt::format("#define {} {}", knob.first, knob.second);
    const std::size_t at = spec.text.find(line);
    if (at == std::string::npos) return false;
    const std::size_t end = at + line.size();
    return end == spec.text.size() || spec.text[end] == '\n' || spec.text[end] == ' ';
}

/// "mine.cu · TILE 32": its knobs, launch and arguments, as far as they are set to something else.
std::string text_title(const TextSpec& spec) {
    std::string title = name_of(spec);
    for (const Setting& knob : spec.defines) {
        if (!is_in_text(spec, knob)) title += fmt::format(" · {} {}", knob.first, knob.second);
    }
    for (const auto& [name, value] : spec.arguments) title += fmt::format(" · {} {}", name, value);
    if (!spec.kernel.empty()) title += " · " + spec.kernel;
    if (!spec.launch.empty()) title += " · " + spec.launch;
    return title;
}

/// The scan of these numbers.
Experiment on_numbers(const std::string& flags, std::string_view numbers) {
    return of(fmt::format("{} --input values:{}", flags, numbers));
}

std::vector<Preset> make_presets() {
    return {
        {"first", "Kogge–Stone on sixteen numbers",
         "Four strides, 49 additions: nearly every thread adds in nearly every stride",
         first_lesson(), View::tree},
        {"tree", "Brent–Kung on the same numbers",
         "A tree up and a tree down: 26 additions, but seven strides",
         on_numbers("--kernel brent-kung --block 16", sixteen), View::tree},
        {"sequential", "One after another", "What a single thread does, for comparison",
         on_numbers("--kernel sequential --block 16", sixteen), View::tree},
        {"max", "The largest so far", "Any associative operator can be scanned",
         of("--kernel kogge-stone --block 16 --op max --input random:1"), View::tree},
        {"last", "Gaps are filled from the left",
         "The last non-zero number: the order of the operands matters here",
         on_numbers("--kernel kogge-stone --block 16 --op last", "0,7,0,0,3,0,0,0,0,5,0,0,2,0,0,0"),
         View::tree},
        {"exclusive", "What comes before each element",
         "The exclusive scan: Blelloch's two trees end in it",
         on_numbers("--kernel blelloch --block 16 --scan exclusive", sixteen), View::tree},
        {"blocks", "Four blocks of four", "Each block scans its own section, and no more",
         on_numbers("--kernel kogge-stone --block 4", sixteen), View::tree},
        {"conflicts", "Bank conflicts", "1,024 threads without padding: up to 32-way",
         of("--kernel brent-kung --block 1024"), View::banks, "up-sweep 16"},
        {"padding", "Padding helps",
         "One unused word after every 32, beside none: walk the strides",
         of("--kernel brent-kung --block 1024 --pad every32"), View::heatmap, "up-sweep 16", true},
        {"padding-costs", "Padding costs", "Kogge–Stone had no conflicts; padding gives it some",
         of("--kernel kogge-stone --block 1024 --pad every32"), View::heatmap, "stride 1", true},
        {"coarsened", "Several elements per thread", "Coarsening: 256 threads scan 1,024 elements",
         of("--kernel brent-kung --block 256 --coarsen 4")},
        {"look-back", "Four cooperating blocks",
         "Decoupled look-back: one scan of all sixteen numbers",
         on_numbers("--kernel decoupled-lookback --block 4 --sms 4 --resident 1", sixteen),
         View::grid},
        {"chain", "A chain of 64 blocks",
         "Each waits for the sum of the one before it: one hand-over after another",
         of("--kernel chained --block 4 --n 256 --sms 64 --resident 1"), View::grid},
        {"deadlock", "A grid that does not fit",
         "Sixteen blocks wait at one barrier; there is room for eight",
         of("--kernel spin-barrier --block 4 --n 64 --sms 8 --resident 1"), View::grid},
    };
}

}  // namespace

Experiment first_lesson() {
    return on_numbers("--kernel kogge-stone --block 16", sixteen);
}

const std::vector<Preset>& presets() {
    static const std::vector<Preset> all = make_presets();
    return all;
}

const Preset* find_preset(std::string_view id) {
    const auto found = std::ranges::find(presets(), id, &Preset::id);
    return found == presets().end() ? nullptr : &*found;
}

std::string experiment_title(const Experiment& e) {
    std::string title = text_title(e.text);
    if (e.engine != EngineChoice::automatic)
        title += e.engine == EngineChoice::cpu ? " · CPU" : " · GPU";
    return title;
}

namespace {

std::string title_of(const TextSpec& text) {
    const Card card = read_card(text.text);
    return card.title.empty() ? name_of(text) : card.title.text();
}

/// A knob of a text as it is against each other choice that its card names.
std::vector<Pair> knob_pairs(const Experiment& now) {
    std::vector<Pair> pairs;
    for (const TextKnob& knob : knobs_of(now.text)) {
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
