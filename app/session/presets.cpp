#include "app/session/presets.h"

#include <fmt/format.h>

#include "app/analysis/number_text.h"
#include "app/session/text_findings.h"
#include "kernels/catalog.h"

namespace stridescope {
namespace {

/// Few enough for a menu's line.
constexpr std::size_t longest_input = 32;

Experiment of(const char* kernel, int block, Padding padding = Padding::none) {
    Experiment experiment;
    experiment.kernel = kernel;
    experiment.block = block;
    experiment.padding = padding;
    return experiment;
}

Experiment on_numbers(Experiment experiment, const char* numbers) {
    experiment.input = {.kind = InputSpec::Kind::values, .text = numbers};
    return experiment;
}

constexpr const char* sixteen = "2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2";

/// "mine.cu · TILE 32": its knobs, launch and arguments, as far as they are set.
std::string text_title(const TextSpec& spec) {
    std::string title = name_of(spec);
    for (const auto* settings : {&spec.defines, &spec.arguments}) {
        for (const auto& [name, value] : *settings) title += fmt::format(" · {} {}", name, value);
    }
    if (!spec.kernel.empty()) title += " · " + spec.kernel;
    if (!spec.launch.empty()) title += " · " + spec.launch;
    return title;
}

std::vector<Preset> make_presets() {
    Experiment coarse = of("brent-kung", 256);
    coarse.coarsen = 4;
    Experiment blocks = on_numbers(of("kogge-stone", 4), sixteen);
    Experiment largest = of("kogge-stone", 16);
    largest.op = Op::max;
    largest.input = {.kind = InputSpec::Kind::random, .text = {}};
    Experiment before = on_numbers(of("blelloch", 16), sixteen);
    before.scan = Scan::exclusive;
    Experiment filled = on_numbers(of("kogge-stone", 16), "0,7,0,0,3,0,0,0,0,5,0,0,2,0,0,0");
    filled.op = Op::last;
    Experiment look_back = on_numbers(of("decoupled-lookback", 4), sixteen);
    look_back.sms = 4;
    look_back.resident = 1;
    Experiment chain = of("chained", 4);
    chain.n = 256;
    chain.sms = 64;
    chain.resident = 1;
    Experiment waits = of("spin-barrier", 4);
    waits.n = 64;
    return {
        {"first", "Kogge–Stone on sixteen numbers",
         "Four strides, 49 additions: every thread works at every stride", first_lesson()},
        {"tree", "Brent–Kung on the same numbers",
         "A tree up and a tree down: 26 additions, but seven strides",
         on_numbers(of("brent-kung", 16), sixteen)},
        {"sequential", "One after another", "What a single thread does, for comparison",
         on_numbers(of("sequential", 16), sixteen)},
        {"max", "The largest so far", "Any associative operator can be scanned", largest},
        {"last", "Gaps are filled from the left",
         "The last non-zero number: the order of the operands matters here", filled},
        {"exclusive", "What comes before each element",
         "The exclusive scan: Blelloch's two trees end in it", before},
        {"blocks", "Four blocks of four", "Each block scans its own section, and no more", blocks},
        {"conflicts", "Bank conflicts", "1,024 threads without padding: up to 32-way",
         of("brent-kung", 1024)},
        {"padding", "Padding helps", "One unused word after every 32: walk up the strides, press C",
         of("brent-kung", 1024, Padding::every32)},
        {"padding-costs", "Padding costs", "Kogge–Stone had no conflicts; padding gives it some",
         of("kogge-stone", 1024, Padding::every32)},
        {"coarsened", "Several elements per thread", "Coarsening: 256 threads scan 1,024 elements",
         coarse},
        {"look-back", "Four cooperating blocks",
         "Decoupled look-back: one scan of all sixteen numbers (6 shows the blocks)", look_back},
        {"chain", "A chain of 64 blocks",
         "Each waits for the one before it: hold it, choose look-back, press C and 6", chain},
        {"deadlock", "A grid that does not fit",
         "Sixteen blocks wait at one barrier; there is room for eight", waits},
    };
}

}  // namespace

Experiment first_lesson() {
    return on_numbers(of("kogge-stone", 16), sixteen);
}

const std::vector<Preset>& presets() {
    static const std::vector<Preset> all = make_presets();
    return all;
}

std::string experiment_title(const Experiment& e) {
    if (e.text) return text_title(*e.text);
    const CatalogueEntry* entry = find_kernel(e.kernel);
    std::string title = entry != nullptr ? std::string{entry->info.title} : e.kernel;
    title += fmt::format(" · block {}", with_commas(e.block));
    if (e.coarsen > 1) title += fmt::format(" × {}", e.coarsen);
    if (e.n) title += fmt::format(" · N {}", with_commas(*e.n));
    if (e.padding != Padding::none) title += fmt::format(" · {}", name_of(e.padding));
    if (e.type != ElementType::f32) title += fmt::format(" · {}", name_of(e.type));
    if (e.op != Op::add) title += fmt::format(" · {}", name_of(e.op));
    if (e.scan != Scan::inclusive) title += fmt::format(" · {}", name_of(e.scan));
    if (e.engine != EngineChoice::automatic) {
        title += e.engine == EngineChoice::cpu ? " · CPU" : " · GPU";
    }
    std::string input = text_of(e.input);
    if (e.input.kind == InputSpec::Kind::values) input = e.input.text;
    if (input.size() > longest_input) {
        std::size_t length = longest_input;
        while (length > 0 && (static_cast<unsigned char>(input[length]) & 0xC0) == 0x80) --length;
        input = input.substr(0, length) + "…";
    }
    return title + " · " + input;
}

}  // namespace stridescope
