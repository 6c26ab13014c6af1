#include "tests/support/random_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/experiment/typed_array.h"

namespace stridescope::testing {
namespace {

/// Joins number(i) for i < n with commas.
template <class F>
std::string joined(std::int64_t n, F&& number) {
    std::string text;
    for (std::int64_t i = 0; i < n; ++i) {
        if (i > 0) text += ',';
        text += number();
    }
    return text;
}

}  // namespace

// Not std::uniform_int_distribution: its numbers differ between standard libraries.
std::int64_t RandomExperiments::between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
}

ScanRun RandomExperiments::next() {
    const ScanKernel& kernel = one_of(scan_kernels());
    ScanRun e;
    e.kernel = kernel.id;
    e.block = one_of(kernel.blocks);
    if (kernel.slow_when_large) e.block = std::min(e.block, 128);
    // A thousand cooperating blocks have more to say than a test has time to hear.
    const bool few = kernel.needs_all_resident || !once_in(10);
    if (kernel.beyond_a_block && few) e.block = std::max(e.block, 32);
    e.coarsen = once_in(2) ? one_of(kernel.coarsenings) : 1;
    if (e.section() > 4096) e.coarsen = 1;
    if (kernel.pads) e.padding = one_of(paddings);
    e.type = one_of(element_types);
    e.op = one_of(ops);
    e.engine = EngineChoice::cpu;
    const std::int64_t section = e.section();
    const std::int64_t most = std::min<std::int64_t>(6 * section, 3 * section + 1100);
    e.n = once_in(4) ? one_of(std::vector<std::int64_t>{1, section - 1, section, section + 1})
                     : between(1, most);
    e.n = std::max<std::int64_t>(1, *e.n);
    if (kernel.needs_all_resident) e.n = std::min<std::int64_t>(*e.n, 2048);
    // One block scans the sections' totals.
    if (kernel.id == "three-kernel") e.n = std::min(*e.n, section * section);
    switch (between(0, 3)) {
        case 0: e.input = parse_input("ones"); break;
        case 1: e.input = parse_input("iota"); break;
        case 2: e.input = parse_input("values:" + exact_values(e.type, *e.n)); break;
        default: e.input = parse_input(fmt::format("random:{}", between(0, 1'000'000)));
    }
    if (once_in(4)) e.first_blocks = static_cast<int>(between(1, 3));
    if (kernel.takes_exclusive) e.scan = one_of(scans);
    make_room(e);
    return e;
}

std::string RandomExperiments::exact_values(ElementType type, std::int64_t n) {
    return with_element_type(type, [&]<class T>(T) {
        return joined(n, [&] {
            if constexpr (std::is_floating_point_v<T>) {
                return std::to_string(between(-400, 400));
            } else {
                // Often near the ends of the range, where an operator could go wrong.
                const T value = once_in(4) ? (once_in(2) ? std::numeric_limits<T>::max()
                                                         : std::numeric_limits<T>::min())
                                           : static_cast<T>(random_());
                return std::to_string(value);
            }
        });
    });
}

std::string RandomExperiments::mostly_zeros(std::int64_t n) {
    return joined(n, [&] { return std::to_string(once_in(7) ? between(1, 400) : 0); });
}

std::string RandomExperiments::real_values(ElementType type, std::int64_t n) {
    return joined(n, [&] {
        const double mantissa = static_cast<double>(between(-1'000'000'000, 1'000'000'000)) / 1e9;
        const double value = std::ldexp(mantissa, static_cast<int>(between(-8, 8)));
        return type == ElementType::f32 ? fmt::format("{}", static_cast<float>(value))
                                        : fmt::format("{}", value);
    });
}

const std::vector<ScanKernel>& scan_kernels() {
    static const std::vector<ScanKernel> all = [] {
        std::vector<ScanKernel> list;
        for (const LibraryText& text : library()) {
            if (!text.is_kernel || !text.correct.empty()) continue;
            if (scan_settings(spec_of(text)).empty()) continue;
            const Card card = read_card(text.text);
            const auto numbers = [&](const char* name) {
                std::vector<int> found;
                for (const CardKnob& knob : card.knobs) {
                    if (knob.name != name) continue;
                    for (const std::string& choice : knob.choices)
                        found.push_back(std::stoi(choice));
                }
                return found;
            };
            const auto has = [&](const char* name) {
                return std::ranges::find(card.knobs, name, &CardKnob::name) != card.knobs.end();
            };
            ScanKernel kernel{.id = kernel_id(spec_of(text)),
                              .blocks = numbers("BLOCK"),
                              .coarsenings = numbers("COARSEN")};
            kernel.one_thread = kernel.blocks.empty();
            if (kernel.one_thread) kernel.blocks = numbers("SECTION");
            if (kernel.coarsenings.empty()) kernel.coarsenings = {1};
            kernel.takes_exclusive = has("EXCLUSIVE");
            kernel.beyond_a_block = text.folder == "grid";
            kernel.needs_all_resident = text.id == "spin_barrier";
            kernel.takes_part = has("SCAN");
            kernel.pads = has("PADDING");
            kernel.slow_when_large = kernel.one_thread || text.id == "naive";
            list.push_back(std::move(kernel));
        }
        std::ranges::stable_sort(list, {}, &ScanKernel::beyond_a_block);
        return list;
    }();
    return all;
}

const ScanKernel& scan_kernel(std::string_view id) {
    const auto found = std::ranges::find(scan_kernels(), id, &ScanKernel::id);
    if (found == scan_kernels().end()) throw std::out_of_range("no kernel " + std::string{id});
    return *found;
}

void make_room(ScanRun& run) {
    if (!scan_kernel(run.kernel).needs_all_resident) return;
    run.sms = most_sms;
    run.resident = most_resident;
}

}  // namespace stridescope::testing
