#include "app/lesson/predict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

#include "app/analysis/dataflow.h"
#include "app/analysis/elements.h"
#include "app/analysis/grid.h"
#include "app/analysis/narration.h"
#include "app/analysis/races.h"
#include "app/analysis/requests.h"
#include "app/experiment/splitmix.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

/// Two elements that one computation of the step puts together.
struct Sum {
    const Edge* own = nullptr;    ///< the element's own earlier value
    const Edge* other = nullptr;  ///< what is combined with it
};

bool shows_value(const Edge& edge) {
    return edge.combined && edge.kept && edge.from_step >= 0 && edge.from_word >= 0;
}

/// Which element lives in a cell; -1: none.
class Elements {
  public:
    Elements(const Trace& trace, int block)
        : trace_{trace}, cells_{elements_of_cells(trace, block)} {}
    int of(int word) const {
        return cells_.is_known(word) ? cells_.at(word) : trace_.element_of(word);
    }
    /// The cell of that element that lies the nearest to another one, in its array; -1: none. A
    /// kernel with two buffers has an element in a cell of each.
    int nearest_cell(int step, int element, int to) const {
        int nearest = -1;
        for (int word = 0; word < trace_.words(); ++word) {
            if (of(word) != element) continue;
            if (trace_.array_of_cell(step, word) != trace_.array_of_cell(step, to)) continue;
            if (nearest < 0 || std::abs(word - to) < std::abs(nearest - to)) nearest = word;
        }
        return nearest;
    }

  private:
    const Trace& trace_;
    CellElements cells_;
};

/// The words that the step computes once, each from its own value and another word's. Where threads
/// race it is a matter of luck what they compute.
std::vector<Sum> sums_of(const Trace& trace, int block, int step, const Elements& elements,
                         const std::vector<Edge>& edges) {
    if (!races_of_step(trace, block, step).empty()) return {};
    std::map<int, std::vector<const Edge*>> into;
    for (const Edge& edge : edges) {
        if (edge.to_word >= 0) into[edge.to_word].push_back(&edge);
    }
    std::vector<Sum> sums;
    for (const auto& [word, from] : into) {
        if (from.size() != 2 || from[0]->row != from[1]->row) continue;
        if (elements.of(word) < 0) continue;
        // A kernel with two buffers has the element's own value in another cell.
        const auto is_own = [&](const Edge& edge) {
            return edge.from_word >= 0 && elements.of(edge.from_word) == elements.of(word);
        };
        const Edge* own = is_own(*from[0]) ? from[0] : from[1];
        const Edge* other = own == from[0] ? from[1] : from[0];
        if (!shows_value(*own) || !shows_value(*other)) continue;
        if (!is_own(*own) || is_own(*other)) continue;
        if (elements.of(other->from_word) < 0) continue;
        sums.push_back({own, other});
    }
    return sums;
}

/// "X[5]".
std::string name_of_word(const Trace& trace, int step, int word) {
    return trace.name_of_cell(step, word);
}

/// Whether the word has something that could be meant instead of that one.
bool is_beside(const Trace& trace, int step, int word, int meant) {
    return word >= 0 && word < trace.words() && trace.element_of(word) >= 0 &&
           trace.array_of_cell(step, word) == trace.array_of_cell(step, meant);
}

std::string value_after(const Trace& trace, int block, int step, int word) {
    return trace.value_text(block, step, word);
}

/// Values near that one, as the elements' type writes them. What it cannot hold, or could not tell
/// from that one, is none: nobody shall be wrong with the right number.
std::vector<std::string> values_near(const Trace& trace, int block, int step, int word) {
    const ElementType type = trace.type_of_cell(step, word);
    const std::byte* const at =
        trace.snapshot(block, step) + static_cast<std::size_t>(word) * trace.cell_bytes();
    return with_number_type(type, [&]<class T>(T) {
        T right;
        std::memcpy(&right, at, sizeof right);
        std::vector<std::string> texts;
        const auto add = [&](T near) {
            if (near == right) return;
            texts.push_back(number_text(type, reinterpret_cast<const std::byte*>(&near)));
        };
        if constexpr (is_real_number_v<T>) {
            if (!std::isfinite(static_cast<double>(right))) return texts;
            for (const auto near : {right + 1, right - 1, right + 2, right * 2, right / 2})
                add(static_cast<T>(near));
        } else {
            using Limits = std::numeric_limits<T>;
            if (right < Limits::max()) add(static_cast<T>(right + 1));
            if (right > Limits::min()) add(static_cast<T>(right - 1));
            if (right < Limits::max() - 1) add(static_cast<T>(right + 2));
        }
        return texts;
    });
}

std::string name_of_step(const Trace& trace, int step) {
    return step_label(trace.steps()[static_cast<std::size_t>(step)]);
}

template <class T>
const T& drawn(const std::vector<T>& all, std::uint64_t seed) {
    return all[splitmix_below(all.size(), seed, 1)];
}

std::string sentence_of(const Trace& trace, int block, int step, const Sum& sum) {
    const auto value = [&](const Edge& edge) {
        return value_after(trace, block, edge.from_step, edge.from_word);
    };
    std::string own = name_of_word(trace, step, sum.own->to_word);
    return fmt::format("{} was {}, and {} with {} goes into it.", own, value(*sum.own),
                       name_of_word(trace, step, sum.other->from_word), value(*sum.other));
}

std::optional<Question> ask_value(const Trace& trace, int block, int step, std::uint64_t seed) {
    const std::vector<Edge> edges = edges_of_step(trace, block, step);
    const Elements elements{trace, block};
    const std::vector<Sum> sums = sums_of(trace, block, step, elements, edges);
    if (sums.empty()) return std::nullopt;
    const Sum& sum = drawn(sums, seed);
    const int word = sum.own->to_word;
    Question question;
    question.text = fmt::format("{} comes next. What will {} hold then?", name_of_step(trace, step),
                                name_of_word(trace, step, word));
    question.why = sentence_of(trace, block, step, sum);
    // What one gets by forgetting to add, by adding what is not meant, or by looking beside it.
    std::vector<std::string> others{
        value_after(trace, block, sum.own->from_step, sum.own->from_word),
        value_after(trace, block, sum.other->from_step, sum.other->from_word)};
    for (const int aside : {word - 1, word + 1, word - 2}) {
        if (is_beside(trace, step, aside, word)) {
            others.push_back(value_after(trace, block, step, aside));
        }
    }
    for (std::string& near : values_near(trace, block, step, word)) {
        others.push_back(std::move(near));
    }
    set_options(question, value_after(trace, block, step, word), std::move(others), seed);
    return question;
}

/// Cells that hold elements, by what the step does to them. What is written and stays the same
/// is neither.
struct Changes {
    std::vector<int> changed, untouched;
};

Changes changes_of(const Trace& trace, int block, int step, const Elements& elements,
                   const std::vector<Edge>& edges) {
    Changes changes;
    if (step < 1 || !races_of_step(trace, block, step).empty()) return changes;
    std::set<int> written;
    for (const Edge& edge : edges) written.insert(edge.to_word);
    for (int word = 0; word < trace.words(); ++word) {
        if (elements.of(word) < 0) continue;
        const bool same =
            value_after(trace, block, step - 1, word) == value_after(trace, block, step, word);
        if (!same) changes.changed.push_back(word);
        if (same && !written.contains(word)) changes.untouched.push_back(word);
    }
    return changes;
}

/// Up to three of them, drawn by the seed.
std::vector<std::string> some_names(const Trace& trace, int step, std::vector<int> words,
                                    std::uint64_t seed) {
    constexpr std::size_t most = 3;
    std::vector<std::string> names;
    for (std::uint64_t i = 2; names.size() < most && !words.empty(); ++i) {
        const auto at = static_cast<std::ptrdiff_t>(splitmix_below(words.size(), seed, i));
        names.push_back(name_of_word(trace, step, words[static_cast<std::size_t>(at)]));
        words.erase(words.begin() + at);
    }
    return names;
}

/// Which element changes; where nearly all do, which stays as it is.
std::optional<Question> ask_change(const Trace& trace, int block, int step, std::uint64_t seed) {
    const Elements elements{trace, block};
    const Changes changes =
        changes_of(trace, block, step, elements, edges_of_step(trace, block, step));
    const auto& [changed, untouched] = changes;
    if (changed.empty() || untouched.empty()) return std::nullopt;
    const bool stays = untouched.size() < changed.size();
    const std::vector<int>& meant = stays ? untouched : changed;
    const int word = meant[splitmix_below(meant.size(), seed, 1)];
    Question question;
    question.text = fmt::format("Which of these {} in the next step, {}?",
                                stays ? "stays as it is" : "changes", name_of_step(trace, step));
    const std::string before = value_after(trace, block, step - 1, word);
    const std::string name = name_of_word(trace, step, word);
    question.why = stays ? fmt::format("Nothing is written to {}: it holds {}.", name, before)
                         : fmt::format("{} was {}, and is {} then.", name, before,
                                       value_after(trace, block, step, word));
    set_options(question, name, some_names(trace, step, stays ? changed : untouched, seed), seed);
    return question;
}

/// Those of the block's threads that do nothing in the step.
std::vector<int> waiting_threads(const Trace& trace, int block, int step) {
    const std::vector<int> working = working_threads(trace, block, step);
    std::vector<int> waiting;
    for (int t = 0; t < trace.threads(); ++t) {
        if (!std::ranges::binary_search(working, t)) waiting.push_back(t);
    }
    return waiting;
}

std::optional<Question> ask_waits(const Trace& trace, int block, int step, std::uint64_t seed) {
    const std::vector<int> waiting = waiting_threads(trace, block, step);
    if (waiting.empty() || std::ssize(waiting) == trace.threads()) return std::nullopt;
    Question question;
    question.text =
        fmt::format("Which threads only wait in the next step, {}?", name_of_step(trace, step));
    question.why = narrate_work(trace, block, step);
    // Those of the steps around it, those that work, and every second one.
    std::vector<std::string> others{threads_text(working_threads(trace, block, step))};
    for (const int aside : {step + 1, step - 1, step + 2, step - 2}) {
        if (aside < 0 || aside >= trace.step_count()) continue;
        others.push_back(threads_text(waiting_threads(trace, block, aside)));
    }
    std::vector<int> half;
    for (int t = 1; t < trace.threads(); t += 2) half.push_back(t);
    others.push_back(threads_text(half));
    set_options(question, threads_text(waiting), std::move(others), seed);
    return question;
}

/// A block that waits, and who writes what it waits for.
struct Awaited {
    int block = 0, by = 0;
};

/// Each block once that waits for another one in the step.
std::vector<Awaited> awaited_blocks(const Trace& trace, int step) {
    const GridTimeline timeline = grid_timeline(trace);
    const std::vector<GridEvent>& events = trace.grid_events();
    std::vector<Awaited> all;
    for (const GridSpan& span : timeline.spans) {
        if (!span.waits || span.step != step) continue;
        if (std::ranges::find(all, span.block, &Awaited::block) != all.end()) continue;
        const GridEvent& wait = events[span.wait];
        // What ends the wait is the first read of that element that brings news.
        for (const GridMessage& message : timeline.messages) {
            const GridEvent& read = events[message.read];
            const bool same = read.block == span.block && read.array == wait.array &&
                              read.element == wait.element && message.read > span.wait;
            if (!same || events[message.written].block == span.block) continue;
            all.push_back({.block = span.block, .by = events[message.written].block});
            break;
        }
    }
    return all;
}

/// Asks about the block at hand if it waits, else about any: the picture of the grid shows all of
/// them.
std::optional<Question> ask_blocks(const Trace& trace, int own, int step, std::uint64_t seed) {
    const std::vector<Awaited> all = awaited_blocks(trace, step);
    if (all.empty()) return std::nullopt;
    const auto found = std::ranges::find(all, own, &Awaited::block);
    const auto [block, awaited] = found != all.end() ? *found : drawn(all, seed);
    const auto name = [](std::int64_t number) { return fmt::format("block {}", number); };
    Question question;
    question.text = fmt::format("In the next step, {}, block {} waits. For which one?",
                                name_of_step(trace, step), block);
    question.why = fmt::format("It reads again and again what block {} writes.", awaited);
    std::vector<std::string> others;
    for (const std::int64_t other : {std::int64_t{block} + 1, std::int64_t{block} - 1,
                                     std::int64_t{0}, trace.grid() - 1, std::int64_t{block} - 2}) {
        if (other < 0 || other >= trace.grid() || other == block) continue;
        others.push_back(name(other));
    }
    set_options(question, name(awaited), std::move(others), seed);
    return question;
}

std::optional<Question> ask_degree(const Trace& trace, int block, int step, std::uint64_t seed) {
    const std::vector<Request> requests = requests_of_step(trace, block, step, Space::shared);
    const auto worst = std::ranges::max_element(
        requests, {}, [](const Request& request) { return request.shared.degree; });
    if (worst == requests.end()) return std::nullopt;
    const auto text = [](int degree) {
        return degree <= 1 ? std::string{"no conflict"} : fmt::format("{}-way", degree);
    };
    Question question;
    question.text = fmt::format("How bad is the worst bank conflict of the next step, {}?",
                                name_of_step(trace, step));
    question.why = narrate_request(trace, *worst);
    const int degree = worst->shared.degree;
    std::vector<std::string> others;
    if (degree * 2 <= bank_count) others.push_back(text(degree * 2));  // no warp has more lanes
    others.push_back(text(degree / 2));
    for (const int other : {1, 2, 4, 8}) others.push_back(text(other));
    set_options(question, text(degree), std::move(others), seed);
    return question;
}

std::optional<Question> ask_edge(const Trace& trace, int block, int step, std::uint64_t seed) {
    const std::vector<Edge> edges = edges_of_step(trace, block, step);
    const Elements elements{trace, block};
    const std::vector<Sum> sums = sums_of(trace, block, step, elements, edges);
    if (sums.empty()) return std::nullopt;
    const Sum& sum = drawn(sums, seed);
    const int to = elements.of(sum.own->to_word);
    const int from = elements.of(sum.other->from_word);
    Question question;
    question.text =
        fmt::format("In the next step, {}, which element goes into {}?", name_of_step(trace, step),
                    name_of_word(trace, step, sum.own->to_word));
    question.why = sentence_of(trace, block, step, sum);
    const int apart = to - from;
    std::vector<std::string> others;
    for (const int other :
         {to - apart * 2, to - apart / 2, to + apart, to - apart - 1, to - 1, to + 1}) {
        if (other < 0 || other >= trace.section() || other == to) continue;
        const int cell = elements.nearest_cell(step, other, sum.other->from_word);
        if (cell >= 0) others.push_back(name_of_word(trace, step, cell));
    }
    set_options(question, name_of_word(trace, step, sum.other->from_word), std::move(others), seed);
    return question;
}

}  // namespace

std::vector<int> working_threads(const Trace& trace, int block, int step) {
    std::vector<bool> works(static_cast<std::size_t>(trace.threads()));
    const Trace::Range rows = trace.rows_of_step(step);
    for (int row = rows.begin; row < rows.end; ++row) {
        const auto lanes = trace.lanes(block, row);
        for (std::size_t t = 0; t < lanes.size(); ++t) {
            if (lanes[t] != Trace::idle) works[t] = true;
        }
    }
    std::vector<int> threads;
    for (std::size_t t = 0; t < works.size(); ++t) {
        if (works[t]) threads.push_back(static_cast<int>(t));
    }
    return threads;
}

std::string threads_text(const std::vector<int>& threads) {
    if (threads.empty()) return "no thread";
    const int first = threads.front(), last = threads.back();
    if (threads.size() == 1) return fmt::format("thread {}", first);
    if (last - first + 1 == static_cast<int>(threads.size())) {
        return fmt::format("threads {} to {}", first, last);
    }
    if (threads.size() <= 4) return fmt::format("threads {}", fmt::join(threads, ", "));
    return fmt::format("threads {}, {}, {} … {} ({})", threads[0], threads[1], threads[2], last,
                       threads.size());
}

std::optional<Question> question_about(const Trace& trace, int block, int step, Asked asked,
                                       std::uint64_t seed) {
    std::optional<Question> question;
    switch (asked) {
        case Asked::value: question = ask_value(trace, block, step, seed); break;
        case Asked::change: question = ask_change(trace, block, step, seed); break;
        case Asked::edge: question = ask_edge(trace, block, step, seed); break;
        case Asked::waits: question = ask_waits(trace, block, step, seed); break;
        case Asked::blocks: question = ask_blocks(trace, block, step, seed); break;
        case Asked::degree: question = ask_degree(trace, block, step, seed); break;
    }
    // One answer to choose from is no question.
    if (question && question->options.size() < 2) return std::nullopt;
    return question;
}

std::optional<Question> question_about(const Trace& trace, int block, int step,
                                       std::span<const Asked> kinds, std::uint64_t seed) {
    if (kinds.empty()) return std::nullopt;
    const auto place = static_cast<std::uint64_t>(step);
    const std::vector<Edge> edges = edges_of_step(trace, block, step);
    const bool computes = std::ranges::any_of(edges, &Edge::combined);
    const std::size_t first = splitmix_below(kinds.size(), seed, place);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Asked asked = kinds[(first + i) % kinds.size()];
        // To wait is all that a block does then.
        if (!computes && asked != Asked::blocks) continue;
        if (auto question = question_about(trace, block, step, asked, splitmix64(seed, place))) {
            return question;
        }
    }
    return std::nullopt;
}

}  // namespace stridescope
