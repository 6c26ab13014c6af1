#include "app/analysis/index_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/expression.h"
#include "app/analysis/lines.h"

namespace stridescope {
namespace {

/// The text up to the bracket that closes one which was opened before it, or to a comma outside of
/// brackets; empty where there is none.
std::string_view up_to_end(std::string_view text, bool commas) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '(' || c == '[') ++depth;
        if (depth == 0 && (c == ')' || c == ']' || (commas && (c == ',' || c == ';')))) {
            return text.substr(0, at);
        }
        if (c == ')' || c == ']') --depth;
    }
    return {};
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// "const int L = lane.section(), B = blockDim.x;": what can be worked out becomes a name.
void learn_constants(std::string_view line, Names& names) {
    constexpr std::string_view begin = "const int ";
    const std::size_t at = line.find(begin);
    if (at == std::string_view::npos) return;
    std::string_view rest = line.substr(at + begin.size());
    while (true) {
        const std::size_t equals = rest.find(" = ");
        if (equals == std::string_view::npos) return;
        const std::string_view name = trimmed(rest.substr(0, equals));
        rest.remove_prefix(equals + 3);
        const std::string_view value = up_to_end(rest, true);
        if (value.empty() || !std::ranges::all_of(name, in_name)) return;
        if (const auto known = evaluate(value, names)) {
            names[std::string{name}] = known->value;
        } else {
            names.erase(std::string{name});
        }
        rest.remove_prefix(value.size());
        if (!rest.starts_with(',')) return;
        rest.remove_prefix(1);
    }
}

/// A loop's variable: "for (int j : lane.strided(FIRST, END, BY))".
struct Loop {
    std::string name;
    std::string_view first, by;
};
std::optional<Loop> loop_in(std::string_view line) {
    constexpr std::string_view begin = "for (int ", middle = " : lane.strided(";
    const std::size_t at = line.find(begin), to = line.find(middle);
    if (at == std::string_view::npos || to == std::string_view::npos || to < at) return {};
    Loop loop{std::string{line.substr(at + begin.size(), to - at - begin.size())}, {}, {}};
    std::string_view rest = line.substr(to + middle.size());
    loop.first = up_to_end(rest, true);
    rest.remove_prefix(std::min(loop.first.size() + 1, rest.size()));
    const std::string_view end = up_to_end(rest, true);
    rest.remove_prefix(std::min(end.size() + 1, rest.size()));
    loop.by = trimmed(up_to_end(rest, true));
    if (loop.first.empty() || loop.by.empty()) return {};
    return loop;
}

/// "STEP("up-sweep", s);" of that phase: the name of the stride; empty where it has none.
std::string stride_name(std::string_view line, std::string_view phase) {
    const std::size_t at = line.find(fmt::format("STEP(\"{}\", ", phase));
    if (at == std::string_view::npos) return {};
    const std::size_t comma = line.find(", ", at);
    const std::string_view name = up_to_end(line.substr(comma + 2), false);
    const bool fine =
        !name.empty() && begins_name(name.front()) && std::ranges::all_of(name, in_name);
    return fine ? std::string{name} : std::string{};
}

/// The indices of shared memory that a line speaks of, in its order: what stands in "[pad(…)]".
std::vector<std::string_view> indices_in(std::string_view line) {
    constexpr std::string_view begin = "[pad(";
    line = line.substr(0, line.find("//"));
    std::vector<std::string_view> indices;
    for (std::size_t at = line.find(begin); at != std::string_view::npos;
         at = line.find(begin, at + 1)) {
        const std::string_view index = up_to_end(line.substr(at + begin.size()), false);
        if (!index.empty() && std::ranges::find(indices, index) == indices.end()) {
            indices.push_back(index);
        }
    }
    return indices;
}

/// What a thread did in one round of one line.
struct Activity {
    int line = 0, iteration = 0;
    std::vector<int> loaded, stored;  ///< words
};

std::vector<Activity> activities_of(const Trace& trace, int block, int step, int thread) {
    std::vector<Activity> list;
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const Row& r = trace.rows()[static_cast<std::size_t>(row)];
        const Site& site = trace.sites()[static_cast<std::size_t>(r.site)];
        const int word = trace.lanes(block, row)[static_cast<std::size_t>(thread)];
        if (word == Trace::idle || (site.event != Event::load && site.event != Event::store)) {
            continue;
        }
        auto known = std::ranges::find_if(list, [&](const Activity& d) {
            return d.line == site.line && d.iteration == r.iteration;
        });
        if (known == list.end()) {
            list.push_back({site.line, r.iteration, {}, {}});
            known = list.end() - 1;
        }
        (site.event == Event::load ? known->loaded : known->stored).push_back(word);
    }
    return list;
}

std::string pretty(std::string_view expression) {
    std::string text;
    for (const char c : expression) {
        if (c == '-') {
            text += "−";
        } else if (c == '*') {
            text += "·";
        } else {
            text += c;
        }
    }
    return text;
}

/// "j = 2 · (5 + 1) · 4 − 1 = 47", where the name stands for more than itself.
std::string equation(std::string_view name, const Evaluated& worked) {
    const std::string value = fmt::format("{}", worked.value);
    if (worked.text == value) return fmt::format("{} = {}", pretty(name), value);
    return fmt::format("{} = {} = {}", pretty(name), worked.text, value);
}

class ThreadNarrator {
  public:
    ThreadNarrator(const Trace& trace, int block, int step, int thread)
        : trace_{trace}, step_{trace.steps()[static_cast<std::size_t>(step)]} {
        names_ = {{"threadIdx.x", thread},
                  {"blockIdx.x", block},
                  {"blockDim.x", trace.threads()}};
        lines_ = text_lines(trace);
    }

    /// "j = … = 47, j − s = 47 − 4 = 43"; empty where that is not what was recorded.
    std::string indices(const Activity& activity) {
        if (activity.line > static_cast<int>(lines_.size())) return {};
        Names names = names_;
        std::optional<Loop> loop;
        for (int k = 0; k < activity.line; ++k) {
            const std::string& line = lines_[static_cast<std::size_t>(k)];
            learn_constants(line, names);
            if (line.find("STEP(\"") != std::string::npos) {
                loop.reset();
                const std::string stride = stride_name(line, step_.phase);
                if (!stride.empty()) names[stride] = step_.stride;
            }
            if (auto found = loop_in(line)) loop = std::move(found);
        }
        const std::string& line = lines_[static_cast<std::size_t>(activity.line - 1)];
        const std::vector<std::string_view> indices = indices_in(line);
        std::set<std::int64_t> reached;
        for (const auto* words : {&activity.loaded, &activity.stored}) {
            for (const int word : *words) reached.insert(trace_.element_of(word));
        }
        if (indices.empty() || reached.empty()) return {};
        if (loop) return by_loop(*loop, activity.iteration, indices, reached, std::move(names));
        return by_solving(indices, reached, names);
    }

  private:
    using Indices = std::vector<std::string_view>;
    using Elements = std::set<std::int64_t>;

    /// The equations, if all of them together come to the elements that were reached.
    static std::string told(const Indices& indices, const Elements& reached, const Names& names,
                            std::string_view known, std::string text) {
        Elements all;
        for (const std::string_view index : indices) {
            const auto worked = evaluate(index, names);
            if (!worked) return {};
            all.insert(worked->value);
            if (index == known) continue;
            text += (text.empty() ? "" : ", ") + equation(index, *worked);
        }
        return all == reached ? text : std::string{};
    }
    static std::string by_loop(const Loop& loop, int iteration, const Indices& indices,
                               const Elements& reached, Names names) {
        const auto first = evaluate(loop.first, names), by = evaluate(loop.by, names);
        if (!first || !by) return {};
        const Evaluated variable =
            iteration == 0
                ? *first
                : Evaluated{fmt::format("{} + {} · {}", first->text, iteration, by->value),
                            first->value + iteration * by->value};
        names[loop.name] = variable.value;
        return told(indices, reached, names, loop.name, equation(loop.name, variable));
    }
    /// A line of "for (int k : mine)": k is the element for which all the indices are right.
    static std::string by_solving(const Indices& indices, const Elements& reached,
                                  const Names& names) {
        const auto alone = std::ranges::find_if(indices, [&](std::string_view index) {
            return std::ranges::all_of(index, in_name) && begins_name(index.front()) &&
                   !names.contains(index);
        });
        if (alone == indices.end()) return told(indices, reached, names, {}, {});
        for (const std::int64_t element : reached) {
            Names with = names;
            with[std::string{*alone}] = element;
            const std::string start = fmt::format("{} = {}", *alone, element);
            std::string text = told(indices, reached, with, *alone, start);
            if (!text.empty()) return text;
        }
        return {};
    }

    const Trace& trace_;
    const Step& step_;
    Names names_;
    std::vector<std::string> lines_;
};

std::string words_text(const std::vector<int>& words) {
    std::string text = words.size() == 1 ? "word " : "words ";
    for (std::size_t k = 0; k < words.size(); ++k) {
        text += fmt::format("{}{}", k == 0 ? "" : k + 1 == words.size() ? " and " : ", ", words[k]);
    }
    return text;
}

std::string activity_text(const Activity& activity) {
    std::string text = "it ";
    if (!activity.loaded.empty()) text += "loads " + words_text(activity.loaded);
    if (!activity.stored.empty()) {
        text +=
            (activity.loaded.empty() ? "stores " : " and stores ") + words_text(activity.stored);
    }
    return text;
}

}  // namespace

std::string narrate_thread(const Trace& trace, int block, int step, int thread) {
    const std::vector<Activity> list = activities_of(trace, block, step, thread);
    if (list.empty()) {
        return fmt::format("Thread {} does not access shared memory in this step.", thread);
    }
    constexpr std::size_t most = 2;
    ThreadNarrator teller{trace, block, step, thread};
    std::string text;
    for (std::size_t k = 0; k < std::min(list.size(), most); ++k) {
        const Activity& activity = list[k];
        const std::string indices = teller.indices(activity);
        text += fmt::format("{} at line {}: {}{}{}.",
                            k == 0 ? fmt::format("Thread {}", thread) : " And", activity.line,
                            indices, indices.empty() ? "" : "; ", activity_text(activity));
    }
    if (list.size() > most) text += fmt::format(" And {} more times.", list.size() - most);
    return text;
}

}  // namespace stridescope
