#include "app/engine/machine/alike_blocks.h"

#include <cstddef>

namespace stridescope {
namespace {

bool reached_alike(const machine::Row& one, const machine::Row& other) {
    const bool listed = one.index_form() == machine::IndexForm::list ||
                        one.index_form() == machine::IndexForm::short_list;
    if (!listed) return one.base == other.base && one.stride == other.stride;
    for (std::uint32_t mask = one.mask; mask != 0; mask &= mask - 1) {
        const int lane = __builtin_ctz(mask);
        if (one.offset(lane) != other.offset(lane)) return false;
    }
    return true;
}

/// Whether the row's places say where values went, and not only where in memory it reached.
bool places_matter(const language::Program& program, const machine::Row& row) {
    const language::Site& site = program.sites[row.site()];
    if (site.kind == language::SiteKind::shuffle) return true;
    const std::int32_t object = row.names_object() ? row.object() : site.object;
    return object >= 0 &&
           program.objects[static_cast<std::size_t>(object)].space == language::Space::local;
}

bool same_way(const language::Program& program, const machine::Row& one,
              const machine::Row& other) {
    return one.site_and_flags == other.site_and_flags && one.round == other.round &&
           one.mask == other.mask &&
           (!one.names_object() ||
            (one.object() == other.object() && one.rank() == other.rank())) &&
           (!places_matter(program, one) || reached_alike(one, other));
}

bool same_way(const language::Program& program, const machine::Segment& one,
              const machine::Segment& other) {
    if (one.warp != other.warp || one.interval != other.interval || one.loop != other.loop ||
        one.round != other.round || one.step != other.step || one.values != other.values ||
        one.end - one.begin != other.end - other.begin)
        return false;
    const std::byte* there = other.begin;
    for (const std::byte* here = one.begin; here < one.end;) {
        const auto& row = *reinterpret_cast<const machine::Row*>(here);
        // Rows with the same flags are equally long.
        if (!same_way(program, row, *reinterpret_cast<const machine::Row*>(there))) return false;
        here += row.bytes();
        there += row.bytes();
    }
    return true;
}

}  // namespace

bool went_alike(const language::Program& program, const machine::BlockRecord& one,
                const machine::BlockRecord& other) {
    if (one.intervals != other.intervals || one.segments.size() != other.segments.size() ||
        (one.rounds == nullptr) != (other.rounds == nullptr))
        return false;
    if (one.rounds != other.rounds && *one.rounds != *other.rounds) return false;
    for (std::size_t k = 0; k < one.segments.size(); ++k) {
        if (!same_way(program, one.segments[k], other.segments[k])) return false;
    }
    return true;
}

std::vector<bool> alike_blocks(const machine::LaunchRecord& launch) {
    std::vector<bool> alike(launch.blocks.size(), false);
    for (std::size_t block = 1; block < alike.size(); ++block)
        alike[block] = went_alike(*launch.program, launch.blocks[block - 1], launch.blocks[block]);
    return alike;
}

}  // namespace stridescope
