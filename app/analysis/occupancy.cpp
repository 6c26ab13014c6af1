#include "app/analysis/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stridescope {
namespace {

constexpr std::int64_t kib = 1024;
constexpr std::array chips{
    Chip{"V100", "7.0", 2048, 32, 96 * kib, 0, 256},
    Chip{"T4", "7.5", 1024, 16, 64 * kib, 0, 256},
    Chip{"A100", "8.0", 2048, 32, 164 * kib, kib, 128},
    Chip{"RTX 3090", "8.6", 1536, 16, 100 * kib, kib, 128},
    Chip{"RTX 4090", "8.9", 1536, 24, 100 * kib, kib, 128},
    Chip{"H100", "9.0", 2048, 32, 228 * kib, kib, 128},
    Chip{"H200", "9.0", 2048, 32, 228 * kib, kib, 128},
    Chip{"B200", "10.0", 2048, 32, 228 * kib, kib, 128},
    Chip{"RTX 5090", "12.0", 1536, 24, 100 * kib, kib, 128},
};
constexpr int lanes = 32;
/// All chips have it so: registers of a multiprocessor and of a warp are given away by its four
/// parts.
constexpr std::int64_t registers_of_part = 16384, parts_of_chip = 4, registers_granule = 256;

std::int64_t round_up(std::int64_t number, std::int64_t to) {
    return (number + to - 1) / to * to;
}

}  // namespace

std::span<const Chip> known_chips() {
    return chips;
}

std::span<const std::string_view> chip_names() {
    static constexpr auto names = [] {
        std::array<std::string_view, chips.size()> all{};
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = chips[k].name;
        return all;
    }();
    return names;
}

const Chip* chip_called(std::string_view name) {
    const auto* const found = std::ranges::find(chips, name, &Chip::name);
    return found != chips.end() ? &*found : nullptr;
}

const Chip* chip_of_device(std::string_view device) {
    for (const Chip& chip : chips) {
        const std::size_t at = device.find(chip.name);
        if (at == std::string_view::npos) continue;
        // "T4", but not "T400".
        const std::size_t end = at + chip.name.size();
        const bool whole = (at == 0 || device[at - 1] == ' ') &&
                           (end == device.size() || device[end] == ' ' || device[end] == '-');
        if (whole) return &chip;
    }
    return nullptr;
}

std::string Occupancy::limited_by() const {
    std::vector<std::string_view> names;
    for (const RoomLimit& limit : limits) {
        if (limit.blocks == blocks) names.push_back(limit.name);
    }
    std::string text;
    for (std::size_t k = 0; k < names.size(); ++k) {
        const std::string_view between = k == 0 ? "" : k + 1 == names.size() ? " and " : ", ";
        text += fmt::format("{}{}", between, names[k]);
    }
    return text;
}

Occupancy occupancy(const Chip& chip, int threads, int registers, std::int64_t shared_bytes) {
    Occupancy room{.threads = threads,
                   .warps = static_cast<int>(round_up(threads, lanes) / lanes),
                   .registers = registers,
                   .shared_bytes = shared_bytes,
                   .most_warps = chip.threads / lanes};
    const std::int64_t warps = std::max(1, room.warps);
    room.limits.push_back({"threads", room.most_warps / warps});
    if (registers > 0) {
        const std::int64_t of_warp =
            round_up(static_cast<std::int64_t>(registers) * lanes, registers_granule);
        room.limits.push_back({"registers", registers_of_part / of_warp * parts_of_chip / warps});
    }
    if (const std::int64_t of_block =
            round_up(shared_bytes, chip.shared_granule) + chip.reserved_bytes;
        of_block > 0)
        room.limits.push_back({"shared memory", chip.shared_bytes / of_block});
    room.limits.push_back({"blocks", chip.blocks});
    room.blocks = std::ranges::min_element(room.limits, {}, &RoomLimit::blocks)->blocks;
    return room;
}

Occupancy occupancy_of(const Trace& trace, std::size_t launch, const Chip& chip) {
    const LaunchFacts& facts = trace.launches()[launch];
    const auto& [x, y, z] = facts.block;
    const int threads = static_cast<int>(x * y * z);
    const WarpTimes* times = trace.times();
    if (times != nullptr && launch < times->launches.size()) {
        const LaunchRoom& compiled = times->launches[launch];
        return occupancy(chip, threads, compiled.registers, compiled.shared_bytes);
    }
    return occupancy(chip, threads, 0, static_cast<std::int64_t>(facts.shared_bytes));
}

std::string room_text(const WarpTimes& times, std::size_t launch, int threads) {
    const LaunchRoom& compiled = times.launches[launch];
    std::string text = fmt::format("room for {} block{} of {} threads", compiled.resident,
                                   compiled.resident == 1 ? "" : "s", threads);
    const Chip* chip = chip_of_device(times.device);
    if (chip == nullptr || threads <= 0) return text;
    const Occupancy room = occupancy(*chip, threads, compiled.registers, compiled.shared_bytes);
    if (room.blocks != compiled.resident) return text;  // the driver knows better
    return text + fmt::format(", limited by {}", room.limited_by());
}

std::string chip_text(const Occupancy& room, const Chip& chip) {
    const std::string unknown =
        room.registers > 0 ? "" : " (registers not counted: it was not compiled)";
    if (room.blocks == 0)
        return fmt::format("A multiprocessor of the {} has no room for a block of {} threads: {}{}",
                           chip.name, room.threads, room.limited_by(), unknown);
    return fmt::format(
        "A multiprocessor of the {} has room for {} block{} of {} threads: {} of {} warps, limited "
        "by "
        "{}{}",
        chip.name, room.blocks, room.blocks == 1 ? "" : "s", room.threads, room.resident_warps(),
        room.most_warps, room.limited_by(), unknown);
}

}  // namespace stridescope
