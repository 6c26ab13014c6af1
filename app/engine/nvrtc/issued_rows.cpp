#include "app/engine/nvrtc/issued_rows.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "app/engine/machine/machine_run.h"
#include "app/engine/machine/text_launches.h"
#include "app/language/compile.h"

namespace stridescope::nvrtc {
namespace {

using language::SiteKind;

std::optional<SiteKind> kind_of(Event event) {
    if (event == Event::shuffle) return SiteKind::shuffle;
    if (is_atomic(event)) return SiteKind::atomic;
    if (is_load(event)) return SiteKind::load;
    if (is_store(event)) return SiteKind::store;
    return std::nullopt;
}

constexpr int no_site = -1;

/// [site of the trace]: the one of the printed text that it is, of a launch's program.
std::vector<int> printed_sites(const Trace& trace, const language::Program& program,
                               std::span<const language::PrintedSite> printed) {
    std::map<std::tuple<int, int, int, SiteKind>, int> known;  // file, line, operand
    for (const language::Site& site : program.sites) {
        if (site.expr == nullptr) continue;
        const auto same = std::ranges::find_if(printed, [&](const language::PrintedSite& p) {
            return p.expr == site.expr && p.kind == site.kind;
        });
        if (same == printed.end()) continue;
        known[{site.place.file, static_cast<int>(site.place.line), static_cast<int>(site.operand),
               site.kind}] = static_cast<int>(same - printed.begin());
    }
    std::vector<int> of_trace;
    for (const TraceSite& site : trace.sites()) {
        const auto kind = kind_of(site.event);
        const auto found =
            kind ? known.find({site.file, site.line, site.operand, *kind}) : known.end();
        of_trace.push_back(found != known.end() ? found->second : no_site);
    }
    return of_trace;
}

/// The rows of one warp and what it issued, lane by lane and site by site.
class WarpMatch {
  public:
    WarpMatch(const Trace& trace, std::size_t sites) : trace_{trace}, at_(sites) {}

    void add_row(int site, int row, std::uint32_t lanes) {
        Lanes& of = at_[static_cast<std::size_t>(site)];
        for_each_lane(lanes, [&](std::size_t lane) { of[lane].rows.push_back(row); });
    }
    void add_issue(std::uint32_t site, std::int64_t clock, std::uint32_t lanes) {
        if (site >= at_.size()) return;
        Lanes& of = at_[site];
        for_each_lane(lanes, [&](std::size_t lane) { of[lane].clocks.push_back(clock); });
    }
    /// By time. Where lanes of one row issued it one after another, the first one's.
    std::vector<AccessTime> accesses() const {
        std::map<int, std::int64_t> first;
        for (const Lanes& lanes : at_) {
            for (const Lane& lane : lanes) {
                if (!tells(lane)) continue;
                for (std::size_t k = 0; k < lane.rows.size(); ++k) {
                    const auto [at, is_new] = first.try_emplace(lane.rows[k], lane.clocks[k]);
                    at->second = std::min(at->second, lane.clocks[k]);
                }
            }
        }
        std::vector<AccessTime> all;
        for (const auto& [row, clock] : first) all.push_back({row, clock});
        std::ranges::stable_sort(all, {}, &AccessTime::issued);
        return all;
    }

  private:
    struct Lane {
        std::vector<int> rows;
        std::vector<std::int64_t> clocks;
    };
    using Lanes = std::array<Lane, lanes_of_warp>;

    template <class Visit>
    static void for_each_lane(std::uint32_t lanes, Visit visit) {
        for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) {
            if ((lanes >> lane & 1) != 0) visit(lane);
        }
    }
    /// Whether its rows are in the order of time, and as many as its clocks.
    bool tells(const Lane& lane) const {
        if (lane.rows.size() != lane.clocks.size()) return false;
        const auto round = [&](int row) {
            const TraceRow& r = trace_.row(row);
            return std::tuple{r.step, r.interval, r.iteration};
        };
        return std::ranges::adjacent_find(lane.rows, [&](int a, int b) {
                   return round(a) >= round(b);
               }) == lane.rows.end();
    }

    const Trace& trace_;
    std::vector<Lanes> at_;  ///< [printed site]
};

}  // namespace

void put_on_rows(std::span<const ClockLog> launches, const TextRun& text,
                 std::span<const language::PrintedSite> sites, const Trace& trace,
                 WarpTimes& times) {
    times.has_accesses = true;
    machine::GlobalMemory memory;
    MachineRun run;
    machine::allocate_globals(*text.unit, memory);
    place_arrays(text, memory, run);
    const std::vector<TextLaunch> all = launches_of(text);
    auto warp = times.warps.begin();
    for (std::size_t k = 0; k < launches.size(); ++k) {
        const ClockLog& log = launches[k];
        const auto program =
            language::compile(*text.unit, *all[k].kernel, launch_of(all[k], memory, run));
        const std::vector<int> printed = printed_sites(trace, *program, sites);
        std::vector<int> rows;
        for (int row = 0; std::cmp_less(row, trace.rows().size()); ++row) {
            const TraceRow& r = trace.row(row);
            const bool of_launch =
                std::cmp_equal(trace.steps()[static_cast<std::size_t>(r.step)].launch, k);
            if (of_launch && printed[static_cast<std::size_t>(r.site)] != no_site)
                rows.push_back(row);
        }
        for (std::size_t w = 0; w < log.issued.size(); ++w, ++warp) {
            WarpMatch match{trace, sites.size()};
            for (const int row : rows) {
                const std::uint32_t lanes = trace.mask(warp->block, row, warp->warp);
                if (lanes != 0)
                    match.add_row(printed[static_cast<std::size_t>(trace.row(row).site)], row,
                                  lanes);
            }
            const std::uint32_t begin = log.edges[2 * w].clock;
            for (const WarpIssue& issue : log.issued[w]) {
                const auto since = static_cast<std::int32_t>(issue.clock - begin);
                match.add_issue(issue.site, warp->begin + since, issue.lanes);
            }
            const std::vector<AccessTime> accesses = match.accesses();
            warp->first_access = times.accesses.size();
            warp->accesses = accesses.size();
            times.accesses.insert(times.accesses.end(), accesses.begin(), accesses.end());
        }
    }
}

}  // namespace stridescope::nvrtc
