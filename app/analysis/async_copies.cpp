#include "app/analysis/async_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "app/analysis/number_text.h"

namespace stridescope {
namespace {

std::string counted(std::int64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
}

std::string name_of(const CopyGroup& copies) {
    if (copies.group >= 0)
        return fmt::format("{}group {}", copies.out ? "bulk " : "", copies.group);
    if (copies.out) return "bulk copies of no group";
    return copies.at_barrier ? "copies for a barrier" : "copies of no group";
}

/// "step 5 (line 24)".
std::string moment_text(const Trace& trace, const CopyGroup::Moment& moment) {
    std::string text = fmt::format("step {}", moment.step + 1);
    if (moment.line == 0) return text;
    text += fmt::format(" (line {}", moment.line);
    if (moment.file > 0)
        text += " of " + trace.includes()[static_cast<std::size_t>(moment.file - 1)].name;
    return text + ")";
}

}  // namespace

bool CopyBar::too_early(int step) const {
    return std::ranges::any_of(
        groups, [&](const CopyGroup* copies) { return copies->too_early.step == step; });
}

std::vector<CopyBar> copy_bars(const Trace& trace, int block) {
    std::vector<CopyBar> bars;
    const auto [begin, end] =
        std::ranges::equal_range(trace.copies(), block, {}, &CopyGroup::block);
    for (auto copies = begin; copies != end; ++copies) {
        const auto same = std::ranges::find_if(bars, [&](const CopyBar& bar) {
            return bar.from == copies->begun.step && bar.to == copies->awaited.step;
        });
        if (same == bars.end()) {
            bars.push_back({.from = copies->begun.step,
                            .to = copies->awaited.step,
                            .committed = copies->committed.step,
                            .groups = {&*copies}});
            continue;
        }
        same->groups.push_back(&*copies);
        if (same->committed != copies->committed.step) same->committed = -1;
    }
    std::ranges::stable_sort(bars, {}, &CopyBar::from);
    std::vector<int> taken;  // [lane]: up to which step
    for (CopyBar& bar : bars) {
        const auto lane = std::ranges::find_if(taken, [&](int last) { return last < bar.from; });
        bar.lane = static_cast<int>(lane - taken.begin());
        if (lane == taken.end()) taken.push_back(0);
        taken[static_cast<std::size_t>(bar.lane)] =
            bar.to < 0 ? std::numeric_limits<int>::max() : bar.to;
    }
    return bars;
}

int lanes_of(const std::vector<CopyBar>& bars) {
    int lanes = 0;
    for (const CopyBar& bar : bars) lanes = std::max(lanes, bar.lane + 1);
    return lanes;
}

std::string copy_text(const Trace& trace, const CopyGroup& copies) {
    std::string text =
        fmt::format("{}: {} by {}{}, begun in {}", name_of(copies), counted(copies.bytes, "byte"),
                    counted(copies.threads, "thread"), copies.out ? " to global memory" : "",
                    moment_text(trace, copies.begun));
    if (copies.committed.is_known())
        text += ", committed in " + moment_text(trace, copies.committed);
    text += copies.awaited.is_known() ? ", waited for in " + moment_text(trace, copies.awaited)
                                      : std::string{", never waited for"};
    if (copies.too_early.is_known())
        text += (copies.out ? "; overwritten too early in " : "; read too early in ") +
                moment_text(trace, copies.too_early);
    return text;
}

std::string copy_text(const Trace& trace, const CopyBar& bar) {
    std::string text;
    for (const CopyGroup* copies : bar.groups) {
        if (!text.empty()) text += '\n';
        text += copy_text(trace, *copies);
    }
    return text;
}

std::string copies_of_step(const Trace& trace, int block, int step) {
    const auto [begin, end] =
        std::ranges::equal_range(trace.copies(), block, {}, &CopyGroup::block);
    // Threads of a block that do so elsewhere have a group of the same name.
    std::vector<std::string> told;
    for (auto copies = begin; copies != end; ++copies) {
        std::vector<std::string_view> done;
        if (copies->begun.step == step) done.emplace_back("begun");
        if (copies->committed.step == step) done.emplace_back("committed");
        if (copies->awaited.step == step) done.emplace_back("waited for");
        if (copies->too_early.step == step)
            done.emplace_back(copies->out ? "overwritten too early" : "read too early");
        if (done.empty()) continue;
        const std::string name = name_of(*copies);
        std::string text = fmt::format("{} {} ", name, copies->group >= 0 ? "is" : "are");
        for (std::size_t k = 0; k < done.size(); ++k)
            text += fmt::format("{}{}",
                                k == 0                ? ""
                                : k + 1 < done.size() ? ", "
                                                      : " and ",
                                done[k]);
        if (std::ranges::find(told, text) == told.end()) told.push_back(text);
    }
    if (told.empty()) return {};
    constexpr std::size_t most = 4;
    std::string text = "Of asynchronous copies ";
    for (std::size_t k = 0; k < std::min(told.size(), most); ++k)
        text += (k == 0 ? "" : "; ") + told[k];
    if (told.size() > most) text += fmt::format("; and {} more", told.size() - most);
    return text + ".";
}

std::string copy_name(const CopyBar& bar) {
    std::set<std::string> names;
    for (const CopyGroup* copies : bar.groups) names.insert(name_of(*copies));
    if (names.size() == 1) return *names.begin();
    return fmt::format("{} groups", names.size());
}

}  // namespace stridescope
