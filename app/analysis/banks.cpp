#include "app/analysis/banks.h"

#include <algorithm>
#include <array>

namespace stridescope {
namespace {

/// Whether every lane and its partner, `apart` lanes away, want the same element, or one of the two
/// sits out.
bool partners_agree(std::span<const std::int32_t> words, std::size_t apart) {
    for (std::size_t lane = 0; lane < words.size(); ++lane) {
        const std::size_t partner = lane ^ apart;
        if (partner >= words.size()) continue;
        const std::int32_t mine = words[lane], others = words[partner];
        if (mine != Trace::idle && others != Trace::idle && mine != others) return false;
    }
    return true;
}

/// Lanes that are served together, as measured: docs/bank_model.md.
std::size_t lanes_at_once(std::span<const std::int32_t> words, std::size_t element_bytes,
                          Access access) {
    if (element_bytes == 4) return 32;
    const std::size_t usually = 128 / element_bytes;
    const bool joined =
        access == Access::load && (partners_agree(words, 1) || partners_agree(words, 2));
    return joined ? 2 * usually : usually;
}

using Load = GroupLoad;

/// `broadcast`: lanes that want the same element are served together.
Load load_of(std::span<const std::int32_t> words, int columns, bool broadcast) {
    Load load;
    std::array<std::int32_t, warp_size> seen{};
    int different = 0;
    for (const std::int32_t word : words) {
        if (word == Trace::idle) continue;
        const auto end = seen.begin() + load.active;
        const bool again = broadcast && std::find(seen.begin(), end, word) != end;
        // `seen` keeps repeats too: its length is the number of active lanes.
        seen[static_cast<std::size_t>(load.active++)] = word;
        if (again) continue;
        ++different;
        std::uint8_t& wanted = load.wanted[static_cast<std::size_t>(word % columns)];
        load.worst = std::max<int>(load.worst, ++wanted);
    }
    load.ideal = (different + columns - 1) / columns;
    return load;
}

/// Lanes of a copy take the first wavefront, one after the other, in which neither the bank that
/// they write nor the one that they read of the cache is taken. `waves`: each lane's, from 0.
Load load_of_copy(std::span<const std::int32_t> words, std::span<const std::int32_t> sources,
                  int columns, std::span<int> waves = {}) {
    Load load;
    std::array<int, bank_count> written{}, read{};
    for (std::size_t lane = 0; lane < words.size(); ++lane) {
        if (words[lane] == Trace::idle) continue;
        const auto to = static_cast<std::size_t>(words[lane] % columns);
        const std::size_t from =
            lane < sources.size() ? static_cast<std::size_t>(sources[lane] % columns) : lane;
        const int wave = std::max(written[to], read[from]);
        written[to] = read[from] = wave + 1;
        if (lane < waves.size()) waves[lane] = wave;
        ++load.active;
        ++load.wanted[to];
        load.worst = std::max(load.worst, wave + 1);
    }
    load.ideal = load.active > 0 ? 1 : 0;
    return load;
}

template <class T>
std::span<T> part_of(std::span<T> all, std::size_t first, std::size_t count) {
    return first < all.size() ? all.subspan(first, std::min(count, all.size() - first))
                              : std::span<T>{};
}

template <class F>
void for_each_group(std::span<const std::int32_t> words, std::size_t element_bytes, Access access,
                    std::span<const std::int32_t> sources, F&& f) {
    const std::size_t at_once = lanes_at_once(words, element_bytes, access);
    const int columns = bank_columns(element_bytes);
    for (std::size_t first = 0; first < words.size(); first += at_once) {
        const auto own = part_of(words, first, at_once);
        f(access == Access::copy ? load_of_copy(own, part_of(sources, first, at_once), columns)
                                 : load_of(own, columns, access != Access::atomic));
    }
}

}  // namespace

bool waits_for_cache(const std::vector<GroupLoad>& loads) {
    return std::ranges::all_of(
               loads,
               [](const GroupLoad& load) { return *std::ranges::max_element(load.wanted) <= 1; }) &&
           std::ranges::any_of(loads, [](const GroupLoad& load) { return load.worst > 1; });
}

std::vector<GroupLoad> group_loads(std::span<const std::int32_t> words, std::size_t element_bytes,
                                   Access access, std::span<const std::int32_t> sources) {
    std::vector<GroupLoad> loads;
    for_each_group(words, element_bytes, access, sources,
                   [&](const GroupLoad& load) { loads.push_back(load); });
    const std::size_t lanes = lanes_at_once(words, element_bytes, access);
    for (std::size_t group = 0; group < loads.size(); ++group) {
        loads[group].first_lane = static_cast<int>(group * lanes);
        loads[group].lanes = static_cast<int>(std::min(lanes, words.size() - group * lanes));
    }
    return loads;
}

SharedCost shared_cost(std::span<const std::int32_t> words, std::size_t element_bytes,
                       Access access, std::span<const std::int32_t> sources) {
    SharedCost cost;
    // An atomic reads, works and writes; of 8 bytes it passes the banks twice.
    const int passes = access == Access::atomic && element_bytes == 8 ? 2 : 1;
    for_each_group(words, element_bytes, access, sources, [&](const Load& load) {
        cost.active += load.active;
        cost.wavefronts += passes * load.worst;
        cost.ideal += passes * load.ideal;
        cost.degree = std::max(cost.degree, load.degree(load.worst));
    });
    return cost;
}

std::vector<int> wavefronts_of_words(std::span<const std::int32_t> words, std::size_t element_bytes,
                                     Access access, std::span<const std::int32_t> sources) {
    std::vector<int> waves(words.size(), -1);
    int first_wave = 0;
    for (const GroupLoad& load : group_loads(words, element_bytes, access, sources)) {
        if (access == Access::copy) {
            const auto first = static_cast<std::size_t>(load.first_lane);
            const auto count = static_cast<std::size_t>(load.lanes);
            const auto own = std::span{waves}.subspan(first, count);
            load_of_copy(words.subspan(first, count), part_of(sources, first, count),
                         bank_columns(element_bytes), own);
            for (int& wave : own) wave += wave < 0 ? 0 : first_wave;
            first_wave += load.worst;
            continue;
        }
        std::vector<int> wanted(static_cast<std::size_t>(bank_columns(element_bytes)), 0);
        const auto begin = static_cast<std::size_t>(load.first_lane);
        for (std::size_t lane = begin; lane < begin + static_cast<std::size_t>(load.lanes);
             ++lane) {
            if (words[lane] == Trace::idle) continue;
            std::size_t same = begin;
            while (words[same] != words[lane]) ++same;
            if (access == Access::atomic) same = lane;  // they queue up
            int& above = wanted[words[lane] % wanted.size()];
            waves[lane] = same < lane ? waves[same] : first_wave + above++;
        }
        first_wave += load.worst;
    }
    return waves;
}

}  // namespace stridescope
