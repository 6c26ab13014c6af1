#include "app/analysis/races.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace stridescope {
namespace {

constexpr int nobody = -1;

/// The first two different threads that accessed a word, each with the row it did so in. More are
/// never needed: of any two threads, one differs from a given third.
struct TwoThreads {
    std::array<int, 2> thread{nobody, nobody};
    std::array<int, 2> row{};

    void add(int t, int r) {
        if (thread[0] == nobody) {
            thread[0] = t;
            row[0] = r;
        } else if (thread[1] == nobody && thread[0] != t) {
            thread[1] = t;
            row[1] = r;
        }
    }
};

struct WordAccesses {
    TwoThreads readers, writers;
};

/// The rows of loads and stores, by interval; in program order within one.
std::vector<int> rows_by_interval(const Trace& trace) {
    std::vector<int> rows(trace.rows().size());
    std::iota(rows.begin(), rows.end(), 0);
    const auto interval = [&](int row) {
        return trace.rows()[static_cast<std::size_t>(row)].interval;
    };
    std::ranges::stable_sort(rows, {}, interval);
    return rows;
}

class Finder {
  public:
    Finder(const Trace& trace, int block)
        : trace_{trace}, block_{block}, words_(static_cast<std::size_t>(trace.words())) {}

    /// `step` ≥ 0: only in the intervals that the step has part in.
    std::vector<Race> find(int step = -1) {
        const std::vector<int> rows = rows_by_interval(trace_);
        const std::set<int> wanted = intervals_of(step);
        for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
            const int interval = row(rows[begin]).interval;
            const bool passed = step >= 0 && !wanted.contains(interval);
            for (; end < rows.size() && row(rows[end]).interval == interval; ++end) {
                if (!passed) take(rows[end]);
            }
            judge(interval);
        }
        return std::move(races_);
    }

  private:
    std::set<int> intervals_of(int step) const {
        std::set<int> intervals;
        if (step < 0) return intervals;
        const auto [begin, end] = trace_.rows_of_step(step);
        for (int index = begin; index < end; ++index) intervals.insert(row(index).interval);
        return intervals;
    }
    const Row& row(int index) const { return trace_.rows()[static_cast<std::size_t>(index)]; }

    void take(int index) {
        const Event event = trace_.event_of(row(index));
        if (event != Event::load && event != Event::store) return;
        const auto lanes = trace_.lanes(block_, index);
        for (int thread = 0; thread < trace_.threads(); ++thread) {
            const std::uint16_t word = lanes[static_cast<std::size_t>(thread)];
            if (word == Trace::idle) continue;
            WordAccesses& at = words_[word];
            if (at.readers.thread[0] == nobody && at.writers.thread[0] == nobody) {
                touched_.push_back(word);
            }
            (event == Event::load ? at.readers : at.writers).add(thread, index);
        }
    }

    void judge(int interval) {
        std::ranges::sort(touched_);
        for (const std::uint16_t word : touched_) {
            const auto& [readers, writers] = words_[word];
            add_read_write(interval, word, readers, writers);
            if (writers.thread[1] != nobody) {
                add({.kind = Race::Kind::write_write,
                     .block = block_,
                     .interval = interval,
                     .word = word,
                     .first = access(writers, 0),
                     .second = access(writers, 1)});
            }
            words_[word] = {};
        }
        touched_.clear();
    }
    void add_read_write(int interval, int word, const TwoThreads& readers,
                        const TwoThreads& writers) {
        for (std::size_t r = 0; r < 2 && readers.thread[r] != nobody; ++r) {
            for (std::size_t w = 0; w < 2 && writers.thread[w] != nobody; ++w) {
                if (readers.thread[r] == writers.thread[w]) continue;
                add({.kind = Race::Kind::read_write,
                     .block = block_,
                     .interval = interval,
                     .word = word,
                     .first = access(readers, r),
                     .second = access(writers, w)});
                return;
            }
        }
    }
    void add(const Race& race) { races_.push_back(race); }
    Race::Access access(const TwoThreads& threads, std::size_t which) const {
        const Row& at = row(threads.row[which]);
        return {threads.thread[which], at.step,
                trace_.sites()[static_cast<std::size_t>(at.site)].line};
    }

    const Trace& trace_;
    int block_;
    std::vector<WordAccesses> words_;
    std::vector<std::uint16_t> touched_;
    std::vector<Race> races_;
};

std::string step_name(const std::vector<Step>& steps, int step) {
    const Step& at = steps[static_cast<std::size_t>(step)];
    return at.stride > 0 ? fmt::format("{} {}", at.phase, at.stride) : at.phase;
}

}  // namespace

std::vector<Race> races_of_block(const Trace& trace, int block) {
    return Finder{trace, block}.find();
}

std::vector<Race> races_of_step(const Trace& trace, int block, int step) {
    std::vector<Race> races = Finder{trace, block}.find(step);
    std::erase_if(races, [step](const Race& race) {
        return race.first.step != step && race.second.step != step;
    });
    return races;
}

std::vector<Race> races_of(const Trace& trace) {
    std::vector<Race> all;
    for (int block = 0; block < trace.blocks(); ++block) {
        const std::vector<Race> races = races_of_block(trace, block);
        all.insert(all.end(), races.begin(), races.end());
    }
    return all;
}

std::string sentence(const Trace& trace, const Race& race) {
    return sentence(trace.steps(), trace.element_of_word(race.word), race);
}

std::string sentence(const std::vector<Step>& steps, int element, const Race& race) {
    const std::string where = element == race.word ? fmt::format("word {}", race.word)
                              : element < 0
                                  ? fmt::format("word {} (padding)", race.word)
                                  : fmt::format("word {} (element {})", race.word, element);
    const bool reads = race.kind == Race::Kind::read_write;
    const std::string first =
        fmt::format("line {} {} it in {}", race.first.line, reads ? "reads" : "writes",
                    step_name(steps, race.first.step));
    std::string second = fmt::format("line {} writes it", race.second.line);
    if (race.second.step != race.first.step) {
        second += fmt::format(" in {}", step_name(steps, race.second.step));
    }
    return fmt::format("Threads {} and {} race for {}: {} while {}, and no barrier stands between.",
                       race.first.thread, race.second.thread, where, first, second);
}

}  // namespace stridescope
