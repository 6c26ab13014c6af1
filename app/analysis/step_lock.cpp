#include "app/analysis/step_lock.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace stridescope {
namespace {

/// A half-open range of steps.
struct Stretch {
    int begin = 0, end = 0;

    int size() const { return end - begin; }
};

/// The place among `there` steps that belongs to place `at` of `here`: ends meet ends, and a single
/// step is the last.
int spread(int at, int here, int there) {
    if (there <= 1) return 0;
    if (here <= 1) return there - 1;
    const double share = static_cast<double>(at) / static_cast<double>(here - 1);
    return static_cast<int>(std::lround(share * static_cast<double>(there - 1)));
}

std::vector<int> by_progress(int here, int there) {
    std::vector<int> steps;
    for (int at = 0; at < here; ++at) steps.push_back(spread(at, here, there));
    return steps;
}

/// What comes before the first stride, and then each stride with what follows it up to the next.
std::vector<Stretch> strides_of(const std::vector<Step>& steps) {
    std::vector<Stretch> parts{{}};
    for (int step = 0; step < static_cast<int>(steps.size()); ++step) {
        if (steps[static_cast<std::size_t>(step)].stride > 0) parts.push_back({step, step});
        parts.back().end = step + 1;
    }
    return parts;
}

std::vector<int> by_stride(const std::vector<Stretch>& here, const std::vector<Stretch>& there) {
    std::vector<int> steps;
    const Stretch& last = there.back();
    for (std::size_t k = 0; k < here.size(); ++k) {
        const Stretch& from = here[k];
        for (int at = 0; at < from.size(); ++at) {
            if (k == 0) {
                steps.push_back(there[0].size() > 0 ? spread(at, from.size(), there[0].size()) : 0);
            } else if (k + 1 == here.size() && at > 0) {
                // What comes after the last stride meets what comes after the last one there.
                const int rest = last.size() - 1;
                steps.push_back(rest > 0 ? last.begin + 1 + spread(at - 1, from.size() - 1, rest)
                                         : last.begin);
            } else if (k < there.size()) {
                const bool ends = k + 1 == there.size();
                const int most = ends ? 0 : there[k].size() - 1;
                steps.push_back(there[k].begin + std::min(at, most));
            } else {
                steps.push_back(last.begin);
            }
        }
    }
    return steps;
}

/// Runs of steps of one phase.
std::vector<Stretch> phases_in(const std::vector<Step>& steps) {
    std::vector<Stretch> parts;
    for (int step = 0; step < static_cast<int>(steps.size()); ++step) {
        const auto at = static_cast<std::size_t>(step);
        if (step == 0 || steps[at].phase != steps[at - 1].phase) parts.push_back({step, step});
        parts.back().end = step + 1;
    }
    return parts;
}

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// As many phases as possible that both have in the same order.
Pairs common_phases(const StepPace& a, const std::vector<Stretch>& here, const StepPace& b,
                    const std::vector<Stretch>& there) {
    const auto alike = [&](std::size_t i, std::size_t j) {
        return a.steps[static_cast<std::size_t>(here[i].begin)].phase ==
               b.steps[static_cast<std::size_t>(there[j].begin)].phase;
    };
    const std::size_t width = there.size() + 1;
    std::vector<int> longest((here.size() + 1) * width, 0);  // from phase i and j on
    for (std::size_t i = here.size(); i-- > 0;) {
        for (std::size_t j = there.size(); j-- > 0;) {
            longest[i * width + j] =
                alike(i, j) ? longest[(i + 1) * width + j + 1] + 1
                            : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
        }
    }
    Pairs pairs;
    for (std::size_t i = 0, j = 0; i < here.size() && j < there.size();) {
        if (alike(i, j)) {
            pairs.emplace_back(i++, j++);
        } else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
            ++i;
        } else {
            ++j;
        }
    }
    return pairs;
}

std::vector<int> by_phase(const std::vector<Stretch>& here, const std::vector<Stretch>& there,
                          const Pairs& pairs) {
    std::vector<int> steps;
    int here_end = 0, there_end = 0;  // of the last phase that both have
    // What only one of them has, between two phases that both have.
    const auto between = [&](int here_begin, int there_begin) {
        const int own = here_begin - here_end, others = there_begin - there_end;
        for (int at = 0; at < own; ++at) {
            const int waits = std::max(there_end - 1, 0);
            steps.push_back(others > 0 ? there_end + spread(at, own, others) : waits);
        }
    };
    for (const auto& [i, j] : pairs) {
        between(here[i].begin, there[j].begin);
        for (int at = 0; at < here[i].size(); ++at) {
            steps.push_back(there[j].begin + spread(at, here[i].size(), there[j].size()));
        }
        here_end = here[i].end;
        there_end = there[j].end;
    }
    between(here.back().end, there.back().end);
    return steps;
}

std::vector<int> by_wavefronts(const StepPace& a, const StepPace& b) {
    const auto spent_by = [](const StepPace& pace) {
        std::vector<std::int64_t> spent(pace.wavefronts.size());
        std::partial_sum(pace.wavefronts.begin(), pace.wavefronts.end(), spent.begin());
        return spent;
    };
    const std::vector<std::int64_t> here = spent_by(a), there = spent_by(b);
    std::vector<int> steps;
    for (auto at = here.begin(); at != here.end(); ++at) {
        const auto first = std::ranges::lower_bound(there, *at);
        const auto behind = std::ranges::upper_bound(there, *at);
        auto found = behind - there.begin() - 1;
        // Several steps may have spent the same: the first of them meets the first, the second the
        // second, and the last the last.
        const bool last = at + 1 == here.end() || *(at + 1) != *at;
        if (!last && first != behind) {
            const auto before = at - std::ranges::lower_bound(here, *at);
            found = std::min(found, first - there.begin() + before);
        }
        steps.push_back(std::max(static_cast<int>(found), 0));
    }
    return steps;
}

}  // namespace

std::optional<StepLock> step_lock_called(std::string_view name) {
    for (const StepLock lock : step_locks) {
        if (name_of(lock) == name) return lock;
    }
    return std::nullopt;
}

StepPace pace_of(const Trace& trace, const WorkTable& work) {
    StepPace pace{.steps = trace.steps()};
    for (const WorkRow& row : work.rows) pace.wavefronts.push_back(row.counts.wavefronts());
    return pace;
}

LockedSteps locked_steps(const StepPace& a, const StepPace& b, StepLock lock) {
    const int here = static_cast<int>(a.steps.size()), there = static_cast<int>(b.steps.size());
    if (here == 0 || there == 0) {
        return {.steps = std::vector<int>(a.steps.size(), 0),
                .note = "One of the runs has no steps."};
    }
    LockedSteps locked{.steps = by_progress(here, there)};
    switch (lock) {
        case StepLock::progress: return locked;
        case StepLock::wavefronts: locked.steps = by_wavefronts(a, b); return locked;
        case StepLock::stride: {
            const auto from = strides_of(a.steps), to = strides_of(b.steps);
            if (from.size() == 1 || to.size() == 1) {
                return {.steps = std::move(locked.steps),
                        .note = from.size() == to.size()
                                    ? "Neither run has strides: locked by progress."
                                    : "Only one of the runs has strides: locked by progress."};
            }
            locked.steps = by_stride(from, to);
            break;
        }
        case StepLock::phase: {
            const auto from = phases_in(a.steps), to = phases_in(b.steps);
            const Pairs pairs = common_phases(a, from, b, to);
            if (pairs.empty()) {
                return {.steps = std::move(locked.steps),
                        .note = "The runs have no phase in common: locked by progress."};
            }
            locked.steps = by_phase(from, to, pairs);
            break;
        }
    }
    if (here > 1) locked.steps.front() = 0;
    locked.steps.back() = there - 1;
    return locked;
}

}  // namespace stridescope
