#include "app/engine/nvrtc/warp_clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "app/engine/machine/text_launches.h"
#include "app/engine/nvrtc/compiler.h"
#include "app/engine/nvrtc/driver.h"
#include "app/engine/nvrtc/gpu_text.h"
#include "app/engine/nvrtc/gpu_turn.h"
#include "app/engine/nvrtc/hold.h"
#include "app/engine/nvrtc/issued_rows.h"
#include "app/engine/nvrtc/text_recorder.h"
#include "app/io/errors.h"
#include "app/io/memory_budget.h"

namespace stridescope::nvrtc {
namespace {

/// From one reading of a multiprocessor's clock to another, of which only the lower half is known.
std::int64_t clocks_between(std::uint32_t from, std::uint32_t to) {
    return static_cast<std::int32_t>(to - from);
}
int multiprocessor_of(const WarpEdge& begin) {
    return static_cast<int>(begin.number >> 16);
}
int place_of(const WarpEdge& begin) {
    return static_cast<int>(begin.number & 0xFFFF);
}

Measured measured(std::span<const double> all, double kept) {
    return {kept, std::min(kept, std::ranges::min(all)), std::max(kept, std::ranges::max(all))};
}

/// The text as it tells times, and what a run of it wrote.
class TimedText {
  public:
    TimedText(const TextRun& text, std::vector<TextLaunch> launches, std::uint64_t blocks,
              language::Printing as, const RecordingNeeds& needs)
        : launches_{std::move(launches)},
          blocks_{blocks},
          gpu_{text, as, needs},
          room_(launches_.size(), 0),
          access_room_(launches_.size(), 0),
          has_accesses_{as == language::Printing::timed_accesses} {}

    /// Microseconds of all launches. What they wrote is in logs().
    double run(const Hold& hold) {
        // Its instructions are at hand then, as all but the first blocks of a grid find theirs.
        run_once(hold);
        constexpr int most_tries = 8;  // to find room for all barriers
        for (int tries = 0; tries < most_tries; ++tries) {
            const double us = run_once(hold);
            bool fits = true;
            for (std::size_t k = 0; k < launches_.size(); ++k) {
                fits = fits && !logs_[k].overflowed();
                room_[k] = std::max(room_[k], logs_[k].most_barriers());
                access_room_[k] = std::max(access_room_[k], logs_[k].most_accesses);
            }
            if (fits) return us;
        }
        throw RunError(
            "It passes more barriers, or has more accesses, each time that it runs on the GPU.");
    }
    const std::vector<ClockLog>& logs() const { return logs_; }
    std::span<const language::PrintedSite> sites() const { return gpu_.printed().sites; }

  private:
    double run_once(const Hold& hold) {
        gpu_.reset();
        logs_.assign(launches_.size(), {});
        double us = 0;
        for (std::size_t k = 0; k < launches_.size(); ++k) us += launch(k, hold);
        return us;
    }

    double launch(std::size_t k, const Hold& hold) {
        const TextLaunch& launch = launches_[k];
        const auto all = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
        ClockLog& log = logs_[k];
        log.blocks = std::min(blocks_, all);
        log.warps_of_block =
            warps_of(std::size_t{launch.block[0]} * launch.block[1] * launch.block[2]);
        log.room = room_[k];
        const std::size_t warps = log.blocks * log.warps_of_block;
        log.edges.resize(2 * warps);
        log.barriers.resize(warps * log.room);
        log.access_room = access_room_[k];
        const std::uint64_t lanes_of_all = has_accesses_ ? warps * lanes_of_warp : 0;
        check_room(lanes_of_all * log.access_room * sizeof(IssuedAccess));
        const DeviceMemory edges{log.edges.size() * sizeof(WarpEdge)};
        const DeviceMemory barriers{log.barriers.size() * sizeof(PassedTimes)};
        const DeviceMemory accesses{lanes_of_all * log.access_room * sizeof(IssuedAccess)};
        const DeviceMemory counts{lanes_of_all * sizeof(std::uint32_t)};
        for (const DeviceMemory* memory : {&edges, &barriers, &counts})
            fill_with_zeros(memory->address(), memory->size());
        const TimesLog on_device{.edges = edges.address(),
                                 .barriers = barriers.address(),
                                 .blocks = log.blocks,
                                 .room = log.room,
                                 .access_room = log.access_room,
                                 .accesses = accesses.address(),
                                 .counts = counts.address()};
        gpu_.record_into(std::as_bytes(std::span{&on_device, 1}));
        Moment begin, end;
        hold.start();
        begin.record();
        gpu_.start(k);
        end.record();
        wait(fmt::format("{} told its times", launch.kernel->name));
        copy_from_device(std::as_writable_bytes(std::span{log.edges}), edges.address());
        copy_from_device(std::as_writable_bytes(std::span{log.barriers}), barriers.address());
        if (has_accesses_) read_accesses(log, accesses, counts);
        constexpr double us_of_ms = 1000;
        return end.since(begin) * us_of_ms;
    }

    static void check_room(std::uint64_t bytes) {
        const std::uint64_t most = std::min(free_memory() / 2, memory_budget() / 2);
        if (bytes <= most) return;
        throw UsageError(
            fmt::format("Times of accesses take {} bytes, and there is room for {}: record fewer "
                        "blocks (--blocks first:1), or use a smaller input.",
                        bytes, most));
    }

    static void read_accesses(ClockLog& log, const DeviceMemory& accesses,
                              const DeviceMemory& counts) {
        std::vector<std::uint32_t> counted(counts.size() / sizeof(std::uint32_t));
        copy_from_device(std::as_writable_bytes(std::span{counted}), counts.address());
        for (const std::uint32_t count : counted)
            log.most_accesses = std::max(log.most_accesses, count);
        log.issued.resize(log.edges.size() / 2);
        if (log.access_room == 0) return;
        std::vector<IssuedAccess> written(accesses.size() / sizeof(IssuedAccess));
        copy_from_device(std::as_writable_bytes(std::span{written}), accesses.address());
        const std::size_t of_warp = std::size_t{log.access_room} * lanes_of_warp;
        for (std::size_t w = 0; w < log.issued.size(); ++w) {
            log.issued[w] =
                issues_of_warp(std::span{written}.subspan(w * of_warp, of_warp),
                               std::span{counted}.subspan(w * lanes_of_warp, lanes_of_warp),
                               log.edges[2 * w].clock);
        }
    }

    std::vector<TextLaunch> launches_;
    std::uint64_t blocks_;
    GpuText gpu_;
    std::vector<std::uint32_t> room_;         ///< [launch]: barriers of a warp
    std::vector<std::uint32_t> access_room_;  ///< [launch]: accesses of a lane
    bool has_accesses_;
    std::vector<ClockLog> logs_;
};

/// How many clocks a multiprocessor has in a nanosecond. From one step of the timer to another, a
/// tenth of a millisecond later: a warp's own begin and end are too close together.
class ClockRate {
  public:
    ClockRate()
        : module_{compile_or_recall({.name = "rate.cu",
                                     .text = R"(
static __device__ unsigned long long timer() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now) : : "memory");
    return now;
}
extern "C" __global__ void rate(unsigned long long* out) {
    unsigned long long begin = timer(), end;
    while (timer() == begin) {}
    const unsigned long long first = clock64();
    begin = timer();
    do end = timer(); while (end < begin + 100000);
    out[1] = clock64() - first;
    out[0] = end - begin;
})",
                                     .capability = gpu().capability})},
          told_{2 * sizeof(std::uint64_t)} {
        launch_.kernel = module_.kernel("rate");
        launch_.arguments = {bytes_of(told_.address())};
    }
    double measure() const {
        start(launch_, "its clock was held to its timer");
        wait("its clock was held to its timer");
        std::array<std::uint64_t, 2> told{};
        copy_from_device(std::as_writable_bytes(std::span{told}), told_.address());
        if (told[0] == 0 || told[1] == 0) throw RunError("The GPU's timer stands still.");
        return static_cast<double>(told[1]) / static_cast<double>(told[0]);
    }

  private:
    Module module_;
    DeviceMemory told_;
    KernelLaunch launch_;
};

/// As many registers as what tells times may have: each multiprocessor has room for as many blocks
/// as of the plain kernels.
int registers_beside(const GpuText& plain) {
    int most = 0, room = most_registers;
    for (std::size_t k = 0; k < plain.launches(); ++k) {
        most = std::max(most, plain.registers(k));
        room = std::min(room, plain.registers_to_spare(k));
    }
    return std::max(most, room);
}

/// The plain text, the same with times, and with begins and ends of warps alone: they run by turns,
/// so that whatever changes meanwhile changes all three. And they do so with their arrays in one
/// place of the GPU's memory after another, since what only moves memory is faster in one.
struct Contest {
    static constexpr int places = 3, runs_of_place = 7, warm_up = 2;

    Contest(const TextRun& text, const std::vector<TextLaunch>& launches, std::uint64_t blocks,
            RecordingNeeds needs, language::Printing as = language::Printing::timed)
        : plain{text, language::Printing::plain} {
        needs.registers = registers_beside(plain);
        timed = std::make_unique<TimedText>(text, launches, blocks, as, needs);
        // The compiler is to make of these what it makes of the plain text.
        needs.barriers = needs.asked = false;
        needs.turns = 0;
        edges =
            std::make_unique<TimedText>(text, launches, blocks, language::Printing::timed, needs);
    }

    GpuText plain;
    std::unique_ptr<TimedText> timed, edges;
};

/// Whether each barrier's times are there and in order. What is cheapest does mostly; where it
/// doesn't, `needs` says what is tried next. Throws RunError where there is nothing left.
bool is_told(std::span<const ClockLog> logs, RecordingNeeds& needs) {
    const bool complete = std::ranges::all_of(logs, &ClockLog::complete);
    const bool disordered = std::ranges::any_of(logs, &ClockLog::out_of_order);
    if (complete && !disordered) return true;
    if ((complete || needs.kept == 0) && (!disordered || needs.counted))
        throw RunError("The GPU's clocks do not tell when its barriers were passed.");
    if (!complete) --needs.kept;
    needs.counted = needs.counted || disordered;
    return false;
}

/// How what tells times may be written; with which of these a block takes least can only be
/// measured. A clock's reading is a wall for the compiler's order of instructions, and a barrier
/// with clocks is more than it likes to repeat: where it lays out the plain loop several times, it
/// may leave the telling one as it is. Sixteen turns are all that a scan's strides come to.
struct Form {
    bool asked = false;
    int turns = 0;
};
constexpr std::array forms{Form{}, Form{.asked = true, .turns = 2}, Form{.turns = 16}};
/// A multiple of a block's time without its barriers': where it is no more, no other form is tried.
/// Were it less, one recording of a text would take this form and the next one that.
constexpr double little = 1.25;

/// The needs with the form that costs a block least, of those that were tried.
RecordingNeeds cheapest_form(const TextRun& text, const std::vector<TextLaunch>& launches,
                             std::uint64_t blocks, RecordingNeeds needs, const Hold& hold,
                             const RunOptions& options) {
    RecordingNeeds best = needs;
    double least = std::numeric_limits<double>::infinity();
    for (const Form& form : forms) {
        needs.asked = form.asked;
        needs.turns = form.turns;
        auto contest = std::make_unique<Contest>(text, launches, blocks, needs);
        std::vector<std::vector<double>> with, without;
        for (int run = -Contest::warm_up; run < Contest::runs_of_place; ++run) {
            if (options.progress && !options.progress(0)) throw Cancelled();
            contest->timed->run(hold);
            contest->edges->run(hold);
            if (!is_told(contest->timed->logs(), needs)) {
                contest = std::make_unique<Contest>(text, launches, blocks, needs);
                with.clear();
                without.clear();
                run = -Contest::warm_up - 1;
                continue;
            }
            if (run < 0) continue;  // it warms up
            with.push_back(block_clocks(contest->timed->logs()));
            without.push_back(block_clocks(contest->edges->logs()));
        }
        const double cost = typical_block(with) / typical_block(without);
        if (cost < least) {
            least = cost;
            best = needs;
        }
        const bool passes = std::ranges::any_of(
            contest->timed->logs(), [](const ClockLog& log) { return log.most_barriers() > 0; });
        if (!passes || least <= little) break;
    }
    // What an earlier form has found not to work does not work with the best one either.
    best.kept = std::min(best.kept, needs.kept);
    best.counted = best.counted || needs.counted;
    return best;
}

double plain_us_once(GpuText& plain, const Hold& hold) {
    plain.reset();
    double ms = 0;
    for (std::size_t k = 0; k < plain.launches(); ++k) {
        Moment begin, end;
        hold.start();
        begin.record();
        plain.start(k);
        end.record();
        wait("kernels were timed");
        ms += end.since(begin);
    }
    return ms * 1000;
}

/// Twice, as what tells times runs: its instructions are at hand the second time.
double plain_us(GpuText& plain, const Hold& hold) {
    plain_us_once(plain, hold);
    return plain_us_once(plain, hold);
}

/// The least difference of two of the timer's times.
std::int64_t timer_step_of(std::span<const std::vector<ClockLog>> runs) {
    std::vector<std::uint64_t> all;
    for (const auto& run : runs) {
        for (const ClockLog& log : run) {
            for (const WarpEdge& edge : log.edges) all.push_back(edge.timer);
        }
    }
    std::ranges::sort(all);
    std::uint64_t least = 0;
    for (std::size_t k = 1; k < all.size(); ++k) {
        const std::uint64_t step = all[k] - all[k - 1];
        if (step > 0 && (least == 0 || step < least)) least = step;
    }
    return static_cast<std::int64_t>(least);
}

}  // namespace

bool ClockLog::overflowed() const {
    return most_barriers() > room || most_accesses > access_room;
}

std::vector<WarpIssue> issues_of_warp(std::span<const IssuedAccess> written,
                                      std::span<const std::uint32_t> counts, std::uint32_t begin) {
    // Lanes that issue an access together have read the same clock.
    std::vector<WarpIssue> all;
    for (std::size_t lane = 0; lane < counts.size(); ++lane) {
        for (std::size_t k = 0; k < counts[lane] && k * counts.size() + lane < written.size();
             ++k) {
            const IssuedAccess& access = written[k * counts.size() + lane];
            all.push_back({access.clock, access.site, std::uint32_t{1} << lane});
        }
    }
    std::ranges::stable_sort(all, {}, [&](const WarpIssue& issue) {
        return std::pair{clocks_between(begin, issue.clock), issue.site};
    });
    std::vector<WarpIssue> together;
    for (const WarpIssue& issue : all) {
        const bool joins = !together.empty() && together.back().clock == issue.clock &&
                           together.back().site == issue.site;
        if (joins)
            together.back().lanes |= issue.lanes;
        else
            together.push_back(issue);
    }
    return together;
}

std::uint32_t ClockLog::most_barriers() const {
    std::uint32_t most = 0;
    for (std::size_t w = 1; w < edges.size(); w += 2) most = std::max(most, edges[w].number);
    return most;
}

bool ClockLog::complete() const {
    for (std::size_t w = 0; 2 * w < edges.size(); ++w) {
        for (std::size_t b = 0; b < edges[2 * w + 1].number; ++b) {
            const PassedTimes& passed = barriers[w * room + b];
            if (passed.arrived == 0 && passed.left == 0) return false;
        }
    }
    return true;
}

bool ClockLog::out_of_order() const {
    for (std::size_t first = 0; 2 * first < edges.size(); first += warps_of_block) {
        const std::uint32_t reference = edges[2 * first].clock;
        for (std::size_t b = 0; b < room; ++b) {
            std::int64_t last_arrived = std::numeric_limits<std::int64_t>::min();
            std::int64_t first_left = std::numeric_limits<std::int64_t>::max();
            for (std::size_t w = first; w < first + warps_of_block; ++w) {
                if (b >= edges[2 * w + 1].number) continue;
                const PassedTimes& passed = barriers[w * room + b];
                last_arrived = std::max(last_arrived, clocks_between(reference, passed.arrived));
                first_left = std::min(first_left, clocks_between(reference, passed.left));
            }
            if (first_left < last_arrived) return true;
        }
    }
    return false;
}

void put_on_axis(std::span<const ClockLog> launches, WarpTimes& times) {
    std::int64_t launch_begin = 0, timer_begin = 0;
    for (std::size_t k = 0; k < launches.size(); ++k) {
        const ClockLog& log = launches[k];
        if (log.edges.empty()) continue;
        std::uint64_t first_timer = log.edges[0].timer, last_timer = 0;
        for (std::size_t e = 0; e < log.edges.size(); e += 2) {
            first_timer = std::min(first_timer, log.edges[e].timer);
            last_timer = std::max(last_timer, log.edges[e + 1].timer);
        }
        constexpr std::uint64_t longest = 1'000'000'000;
        if (last_timer < first_timer || last_timer - first_timer > longest) {
            throw UsageError(
                "Times are told of launches that take less than a second: use a smaller input.");
        }
        // Where the clock of each multiprocessor stands on the axis: what it reads less what the
        // timer says, the mean of all begins there. At a warp's end the timer may be told late,
        // behind all that the warp has just stored.
        struct Clock {
            std::uint32_t reference = 0;
            double ahead = 0;
            int count = 0;
        };
        std::map<int, Clock> clocks;
        for (std::size_t e = 0; e < log.edges.size(); e += 2) {
            const WarpEdge& edge = log.edges[e];
            Clock& clock = clocks[multiprocessor_of(edge)];
            if (clock.count == 0) clock.reference = edge.clock;
            clock.ahead += static_cast<double>(edge.timer - first_timer) * times.clocks_per_ns -
                           static_cast<double>(clocks_between(clock.reference, edge.clock));
            ++clock.count;
        }
        const auto on_axis = [&](int multiprocessor, std::uint32_t reading) {
            const Clock& clock = clocks.at(multiprocessor);
            return std::llround(clock.ahead / clock.count) +
                   clocks_between(clock.reference, reading);
        };
        std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = 0;
        const std::size_t begin_of_launch = times.warps.size();
        for (std::size_t w = 0; w * 2 < log.edges.size(); ++w) {
            const WarpEdge &begin = log.edges[2 * w], &end = log.edges[2 * w + 1];
            const int on = multiprocessor_of(begin);
            WarpSpan& warp = times.warps.emplace_back(
                WarpSpan{.launch = static_cast<int>(k),
                         .block = static_cast<int>(w / log.warps_of_block),
                         .warp = static_cast<int>(w % log.warps_of_block),
                         .multiprocessor = on,
                         .place = place_of(begin),
                         .begin = on_axis(on, begin.clock),
                         .end = on_axis(on, end.clock),
                         .timer_begin = static_cast<std::int64_t>(begin.timer - first_timer),
                         .timer_end = static_cast<std::int64_t>(end.timer - first_timer),
                         .first = times.barriers.size(),
                         .count = end.number});
            for (std::size_t b = 0; b < warp.count; ++b) {
                const PassedTimes& passed = log.barriers[w * log.room + b];
                times.barriers.push_back({on_axis(on, passed.arrived), on_axis(on, passed.left)});
            }
            first = std::min(first, warp.begin);
        }
        for (std::size_t w = begin_of_launch; w < times.warps.size(); ++w) {
            WarpSpan& warp = times.warps[w];
            warp.begin += launch_begin - first;
            warp.end += launch_begin - first;
            warp.timer_begin += timer_begin;
            warp.timer_end += timer_begin;
            last = std::max(last, warp.end);
            for (std::size_t b = warp.first; b < warp.first + warp.count; ++b) {
                times.barriers[b].arrived += launch_begin - first;
                times.barriers[b].left += launch_begin - first;
            }
        }
        launch_begin = last;
        timer_begin += static_cast<std::int64_t>(last_timer - first_timer);
    }
}

std::vector<double> block_clocks(std::span<const ClockLog> launches) {
    std::vector<double> all;
    for (const ClockLog& log : launches) {
        for (std::size_t block = 0; block < log.blocks; ++block) {
            std::int64_t first = 0, last = 0;
            const std::size_t from = 2 * block * log.warps_of_block;
            const std::uint32_t reference = log.edges[from].clock;
            for (std::size_t w = 0; w < log.warps_of_block; ++w) {
                first = std::min(first, clocks_between(reference, log.edges[from + 2 * w].clock));
                last = std::max(last, clocks_between(reference, log.edges[from + 2 * w + 1].clock));
            }
            all.push_back(static_cast<double>(last - first));
        }
    }
    return all;
}

double typical_block(std::span<const std::vector<double>> runs) {
    if (runs.empty() || runs[0].empty()) return 0;
    double sum = 0;
    for (std::size_t block = 0; block < runs[0].size(); ++block) {
        std::vector<double> of_runs;
        for (const std::vector<double>& run : runs) of_runs.push_back(run[block]);
        sum += median(of_runs);
    }
    return sum / static_cast<double>(runs[0].size());
}

WarpTimes time_warps(const TextRun& text, const Trace& trace, const RunOptions& options) {
    if (text.kernel == nullptr) {
        throw UsageError(
            "Times are told of a text with a card, or of one kernel (--kernel): here main launches "
            "what runs.");
    }
    const std::vector<TextLaunch> launches = launches_of(text);
    const auto recorded = static_cast<std::uint64_t>(std::max(0, trace.blocks()));
    RecordingNeeds needs{.grid = std::ranges::any_of(launches, [](const TextLaunch& l) {
                             return l.grid[1] * l.grid[2] > 1;
                         })};
    use_gpu();
    const Turn turn = gpu_turn(options);
    const Hold hold;
    const ClockRate rate;
    // A GPU that has rested takes a while to run as fast as it does.
    constexpr int holds = 2500;  // of 60 µs
    for (int k = 0; k < holds; ++k) hold.start();
    wait("it was warmed up");
    const language::Printing as =
        options.access_times ? language::Printing::timed_accesses : language::Printing::timed;
    // What a clock at each access costs, no other form takes back.
    if (!options.access_times)
        needs = cheapest_form(text, launches, recorded, needs, hold, options);
    const std::uint64_t free_before = free_memory();
    const auto new_contest = [&] {
        return std::make_unique<Contest>(text, launches, recorded, needs, as);
    };
    auto contest = new_contest();
    const std::uint64_t taken = free_before - std::min(free_before, free_memory());
    std::vector<double> plain_times, timed_times, rates;
    std::vector<std::vector<double>> with, without;  // [run][block]
    std::vector<std::vector<ClockLog>> logs;
    constexpr int runs = Contest::places * Contest::runs_of_place;
    for (int place = 0; place < Contest::places; ++place) {
        if (place > 0) {
            // While the one before has its arrays, the next one's are elsewhere.
            if (free_memory() < 2 * taken) contest.reset();
            contest = new_contest();
        }
        for (int run = -Contest::warm_up; run < Contest::runs_of_place; ++run) {
            const double as_it_is = plain_us(contest->plain, hold);
            const double with_times = contest->timed->run(hold);
            contest->edges->run(hold);
            const double clocks_per_ns = rate.measure();
            const std::vector<ClockLog>& told = contest->timed->logs();
            if (!is_told(told, needs)) {
                contest = new_contest();
                for (auto* all : {&plain_times, &timed_times, &rates}) all->clear();
                for (auto* all : {&with, &without}) all->clear();
                logs.clear();
                place = -1;
                break;
            }
            const auto done = static_cast<double>(logs.size()) / runs;
            if (options.progress && !options.progress(done)) throw Cancelled();
            if (run < 0) continue;  // it warms up
            plain_times.push_back(as_it_is);
            timed_times.push_back(with_times);
            rates.push_back(clocks_per_ns);
            with.push_back(block_clocks(told));
            without.push_back(block_clocks(contest->edges->logs()));
            logs.push_back(told);
        }
    }
    // The one in the middle, as its blocks went.
    const auto means = [](const std::vector<std::vector<double>>& all) {
        std::vector<double> made;
        for (const auto& run : all) {
            made.push_back(std::accumulate(run.begin(), run.end(), 0.0) /
                           static_cast<double>(std::max<std::size_t>(1, run.size())));
        }
        return made;
    };
    const std::vector<double> block_means = means(with);
    std::vector<std::size_t> order(logs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t run) { return block_means[run]; });
    const std::size_t kept = order[order.size() / 2];
    WarpTimes times;
    times.device = gpu().name;
    times.multiprocessors = gpu().multiprocessors;
    times.runs = runs;
    times.clocks_per_ns = median(rates);
    times.timer_step = timer_step_of(logs);
    times.plain_us = measured(plain_times, median(plain_times));
    times.timed_us = measured(timed_times, median(timed_times));
    times.block = measured(block_means, typical_block(with));
    times.block_without = measured(means(without), typical_block(without));
    for (std::size_t k = 0; k < launches.size(); ++k) {
        times.launches.push_back(
            {.registers = contest->plain.registers(k),
             .shared_bytes = static_cast<std::int64_t>(contest->plain.shared_bytes(k)),
             .resident = static_cast<int>(contest->plain.resident(k) /
                                          static_cast<std::uint64_t>(gpu().multiprocessors))});
    }
    put_on_axis(logs[kept], times);
    if (options.access_times) put_on_rows(logs[kept], text, contest->timed->sites(), trace, times);
    return times;
}

}  // namespace stridescope::nvrtc
