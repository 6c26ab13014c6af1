#include "tests/support/random_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

Experiment RandomExperiments::next() {
    const KernelInfo& info = one_of(correct_kernels()).info;
    Experiment e;
    e.kernel = info.id;
    e.block = one_of(blocks_of(info));
    if (slow_when_large(info)) e.block = std::min(e.block, 128);
    // A thousand cooperating blocks have more to say than a test has time to hear.
    const bool few = info.cooperation.needs_all_resident || !once_in(10);
    if (info.blocks_cooperate() && few) e.block = std::max(e.block, 32);
    e.coarsen = static_cast<int>(between(1, once_in(2) ? info.limits.max_coarsen : 1));
    while (e.block * e.coarsen > 4096) e.coarsen = (e.coarsen + 1) / 2;
    while (!takes_coarsening(info, e.coarsen)) --e.coarsen;
    e.padding = one_of(paddings);
    e.type = one_of(element_types);
    e.op = one_of(ops);
    e.engine = EngineChoice::cpu;
    const std::int64_t section = e.block * e.coarsen;
    const std::int64_t most = std::min<std::int64_t>(6 * section, 3 * section + 1100);
    e.n = once_in(4) ? one_of(std::vector<std::int64_t>{0, 1, section - 1, section, section + 1})
                     : between(0, most);
    switch (between(0, 3)) {
        case 0: e.input = parse_input("ones"); break;
        case 1: e.input = parse_input("iota"); break;
        case 2: e.input = parse_input("values:" + exact_values(e.type, *e.n)); break;
        default: e.input = parse_input(fmt::format("random:{}", between(0, 1'000'000)));
    }
    if (once_in(4)) e.first_blocks = static_cast<int>(between(1, 3));
    if (info.takes_exclusive) e.scan = one_of(scans);
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

bool slow_when_large(const KernelInfo& info) {
    return info.limits.one_thread || info.id == "naive";
}

void make_room(Experiment& experiment) {
    if (!kernel_of(experiment).info.cooperation.needs_all_resident) return;
    experiment.sms = most_sms;
    experiment.resident = most_resident;
}

std::vector<int> blocks_of(const KernelInfo& info) {
    std::vector<int> blocks;
    for (int block = 2; block <= info.limits.max_block; block *= 2) {
        if (block >= info.limits.min_block) blocks.push_back(block);
    }
    return blocks;
}

}  // namespace stridescope::testing
