#include "app/machine/origins.h"

#include <algorithm>

namespace stridescope::machine {

using language::Site;
using language::SiteKind;
using language::Space;

void LanesFrom::set(const LanesFrom& other, std::uint32_t mask) {
    if (same_) {
        each_.fill(all_);
        same_ = false;
    }
    for (int lane = 0; lane < lanes_of_warp; ++lane) {
        const auto l = static_cast<std::size_t>(lane);
        each_[l] = (mask >> lane & 1) != 0 ? other[lane] : each_[l];
    }
}

OriginWalk::OriginWalk(const language::Program& program, bool see_through)
    : program_(program), see_through_(see_through), units_(program.objects.size()) {
    for (std::size_t o = 0; o < units_.size(); ++o) {
        const language::Object& object = program.objects[o];
        if (object.space != Space::local) continue;
        // As fine as the smallest access to it.
        Units& units = units_[o];
        units.bytes = 4;
        for (const Site& site : program.sites) {
            const bool reaches = site.object == static_cast<int>(o) ||
                                 (site.object < 0 && site.kind <= SiteKind::atomic);
            if (reaches && site.width > 0) units.bytes = std::min(units.bytes, site.width);
        }
        units.begin = all_units_;
        units.count = (object.bytes + units.bytes - 1) / units.bytes;
        all_units_ += units.count;
    }
    const auto& d = program.block_dim;
    const std::uint32_t threads = d[0] * d[1] * d[2];
    warps_.resize((threads + lanes_of_warp - 1) / lanes_of_warp);
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        const std::uint32_t left = threads - static_cast<std::uint32_t>(w) * lanes_of_warp;
        warps_[w].lanes = left >= lanes_of_warp ? ~0U : (1U << left) - 1;
    }
}

LanesFrom OriginWalk::local_load(const Warp& warp, const Row& row, std::int32_t object) const {
    const Units& units = units_[static_cast<std::size_t>(object)];
    LanesFrom found;
    for (int lane = 0; lane < lanes_of_warp; ++lane) {
        if ((row.mask >> lane & 1) == 0) continue;
        const auto unit = static_cast<std::size_t>(row.offset(lane)) / units.bytes;
        if (unit >= units.count) continue;
        found.set(warp.locals[units.begin + unit], 1U << lane);
    }
    return found;
}

void OriginWalk::local_store(Warp& warp, const Site& site, const Row& row, std::int32_t object,
                             const LanesFrom& value) {
    const Units& units = units_[static_cast<std::size_t>(object)];
    for (int lane = 0; lane < lanes_of_warp; ++lane) {
        if ((row.mask >> lane & 1) == 0) continue;
        const auto first = static_cast<std::size_t>(row.offset(lane)) / units.bytes;
        const std::size_t count = std::max<std::size_t>(1, site.width / units.bytes);
        for (std::size_t n = first; n < std::min(first + count, units.count); ++n)
            warp.locals[units.begin + n].set(value, 1U << lane);
    }
}

OriginWalk::Step OriginWalk::next(std::uint32_t number, const Row& row) {
    Warp& warp = warps_[number];
    if (warp.holders.empty()) {
        warp.holders.resize(static_cast<std::size_t>(std::max(1, program_.holders)));
        warp.locals.resize(all_units_);
    }
    const Site& site = program_.sites[row.site()];
    Step step;
    step.number = warp.rows++;
    sources_.assign(site.sources.size(), {});
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        const int holder = site.sources[i].holder;
        if (holder >= 0) sources_[i] = warp.holders[static_cast<std::size_t>(holder)];
    }
    const std::int32_t object = row.names_object() ? row.object() : site.object;
    const bool local =
        object >= 0 && program_.objects[static_cast<std::size_t>(object)].space == Space::local;
    if (local && site.kind == SiteKind::load) sources_.assign(1, local_load(warp, row, object));
    step.sources = sources_;
    LanesFrom made;
    made.set(From(step.number, 0));
    const bool through = see_through_ && (local || site.kind == SiteKind::move);
    if (through) made = sources_.empty() ? LanesFrom{} : sources_[0];
    if (local && site.kind == SiteKind::store) {
        local_store(warp, site, row, object, made);
        return step;
    }
    for (const language::Given& given : site.gives) {
        LanesFrom& holder = warp.holders[static_cast<std::size_t>(given.holder)];
        if (!through) made.set(From(step.number, given.part));
        if (made.same() && (row.mask & warp.lanes) == warp.lanes)
            holder.set(made[0]);
        else
            holder.set(made, row.mask);
    }
    return step;
}

}  // namespace stridescope::machine
