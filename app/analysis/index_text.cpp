#include "app/analysis/index_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/elements.h"
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

/// The text up to a character outside of brackets; empty where it is not there.
std::string_view up_to(std::string_view text, char end) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (depth == 0 && c == end) return text.substr(0, at);
        if (c == '(' || c == '[') ++depth;
        if (c == ')' || c == ']') --depth;
    }
    return {};
}

/// The name that the text begins with, without members; empty where it begins with none.
std::string_view name_at(std::string_view text) {
    if (text.empty() || !begins_name(text.front())) return {};
    std::size_t length = 1;
    while (length < text.size() && in_name(text[length]) && text[length] != '.') ++length;
    return text.substr(0, length);
}

/// A name that the text says what it is, from that line on.
struct Definition {
    enum class Kind {
        macro,   ///< it is `first`, in texts that are included as well: "#define BLOCK 256"
        value,   ///< it is `first`: "int k = threadIdx.x + c * BLOCK"
        counted  ///< a loop's variable, `first` and then ever `by` more: "k += BLOCK"
    };
    int line = 0;
    std::string name{}, first{}, by{};
    Kind kind = Kind::value;
};

/// What a line without its comment defines. A loop's head may go on in lines that follow.
class Definitions {
  public:
    explicit Definitions(const std::vector<std::string>& lines) {
        for (std::size_t k = 0; k < lines.size(); ++k) {
            line_ = static_cast<int>(k) + 1;
            const std::string_view line = trimmed(without_comment(lines[k]));
            if (line.starts_with("#define ")) {
                take_macro(line);
            } else if (line.starts_with("for (")) {
                std::string head{line.substr(5)};
                for (std::size_t more = k + 1;
                     up_to(head, ')').empty() && more < std::min(lines.size(), k + 4); ++more) {
                    head += ' ';
                    head += trimmed(without_comment(lines[more]));
                }
                take_loop(up_to(head, ')'));
            } else {
                take_scaled(line);
                take_values(line);
            }
        }
    }

    const std::vector<Definition>& all() const { return all_; }
    /// What a loop multiplies or divides: that is what a step is called by.
    const std::set<std::string, std::less<>>& strides() const { return strides_; }
    bool is_stride(std::string_view name) const { return strides_.contains(name); }

    static std::string_view without_comment(std::string_view line) {
        return line.substr(0, line.find("//"));
    }

  private:
    void take_macro(std::string_view line) {
        line.remove_prefix(8);
        const std::string_view name = name_at(trimmed(line));
        line = trimmed(line).substr(name.size());
        if (name.empty() || !line.starts_with(' ')) return;  // it has parameters, or no value
        add(name, trimmed(line));
        all_.back().kind = Definition::Kind::macro;
    }
    void take_loop(std::string_view head) {
        const std::string_view first = up_to(head, ';');
        if (first.data() == nullptr) return;
        head.remove_prefix(first.size() + 1);
        const std::string_view condition = up_to(head, ';');
        if (condition.empty()) return;
        const std::string_view next = trimmed(head.substr(condition.size() + 1));
        take_scaled(next);
        const std::size_t before = all_.size();
        take_values(std::string{first} + ';');
        if (all_.size() != before + 1) return;
        Definition& variable = all_.back();
        for (const auto& [mark, sign] : {std::pair{" += ", ""}, std::pair{" -= ", "0 - "}}) {
            const std::string begin = variable.name + mark;
            if (next.starts_with(begin)) {
                variable.by = fmt::format("{}({})", sign, next.substr(begin.size()));
            }
        }
        if (next == variable.name + "++" || next == "++" + variable.name) variable.by = "1";
        if (next == variable.name + "--" || next == "--" + variable.name) variable.by = "0 - 1";
        if (!variable.by.empty()) variable.kind = Definition::Kind::counted;
    }
    /// "stride *= 2", "d >>= 1".
    void take_scaled(std::string_view statement) {
        const std::string_view name = name_at(statement);
        const std::string_view rest = statement.substr(name.size());
        for (const std::string_view mark : {" *= ", " /= ", " <<= ", " >>= "}) {
            if (!name.empty() && rest.starts_with(mark)) strides_.emplace(name);
        }
    }
    /// "const unsigned int t = threadIdx.x, s = 2 * t;"
    void take_values(std::string_view line) {
        bool typed = false;
        while (true) {
            const std::string_view word = name_at(line);
            constexpr std::array types{"const", "constexpr", "unsigned", "signed", "int",
                                       "long",  "short",     "size_t",   "auto"};
            if (std::ranges::find(types, word) == types.end()) break;
            typed = true;
            line = trimmed(line.substr(word.size()));
        }
        while (typed) {
            const std::string_view name = name_at(line);
            line.remove_prefix(name.size());
            if (name.empty() || !line.starts_with(" = ")) return;
            line.remove_prefix(3);
            const std::string_view value = up_to_end(line, true);
            if (value.empty()) return;
            add(name, value);
            line.remove_prefix(value.size());
            if (!line.starts_with(", ")) return;
            line.remove_prefix(2);
        }
    }
    void add(std::string_view name, std::string_view value) {
        all_.push_back({line_, std::string{name}, std::string{value}});
    }

    std::vector<Definition> all_;
    std::set<std::string, std::less<>> strides_;
    int line_ = 0;
};

/// An index that a line of the text has, of one array.
struct Index {
    std::string_view text;   ///< "j - stride"
    bool of_element = true;  ///< it stands in "[PAD(…)]", and tells an element and not a word
    bool operator==(const Index&) const = default;
};

/// The indices of that array that a line speaks of, in its order.
std::vector<Index> indices_in(std::string_view line, std::string_view array) {
    line = Definitions::without_comment(line);
    std::vector<Index> indices;
    for (std::size_t at = line.find('['); at != std::string_view::npos;
         at = line.find('[', at + 1)) {
        std::size_t begin = at;
        while (begin > 0 && in_name(line[begin - 1])) --begin;
        const std::string_view name = line.substr(begin, at - begin);
        if (name != array) continue;
        Index index{up_to_end(line.substr(at + 1), false), false};
        constexpr std::string_view padded = "PAD(";
        if (index.text.starts_with(padded)) {
            const std::string_view inner = up_to_end(index.text.substr(padded.size()), false);
            if (inner.size() + padded.size() + 1 == index.text.size()) index = {inner, true};
        }
        if (!index.text.empty() && std::ranges::find(indices, index) == indices.end()) {
            indices.push_back(index);
        }
    }
    return indices;
}

/// What a thread did in one round of one line.
struct Activity {
    SourceLine at{};
    int iteration = 0;
    /// Words, the first one of each access.
    std::vector<int> loaded{}, stored{};
    /// What it reads and writes itself, and what copies: from word to word.
    struct Words {
        int first = 0, last = 0;
    };
    std::vector<Words> loads{}, stores{}, from{}, to{};
};

std::vector<Activity> activities_of(const Trace& trace, int block, int step, int thread) {
    std::vector<Activity> list;
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const TraceRow& r = trace.rows()[static_cast<std::size_t>(row)];
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(r.site)];
        const int word = trace.lane(block, row, thread);
        if (word == Trace::idle || (site.event != Event::load && site.event != Event::store)) {
            continue;
        }
        auto known = std::ranges::find_if(list, [&](const Activity& d) {
            return d.at == site.place() && d.iteration == r.iteration;
        });
        if (known == list.end()) {
            list.push_back({.at = site.place(), .iteration = r.iteration});
            known = list.end() - 1;
        }
        const bool loads = site.event == Event::load;
        (loads ? known->loaded : known->stored).push_back(word);
        auto& words = site.is_copy() ? (loads ? known->from : known->to)
                                     : (loads ? known->loads : known->stores);
        const int behind = word + trace.cells_reached(r.site);
        // What comes piece by piece is told as a whole.
        if (site.is_copy() && !words.empty() && words.back().last + 1 == word)
            words.back().last = behind - 1;
        else
            words.push_back({word, behind - 1});
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
        : trace_{trace},
          number_{step},
          step_{trace.steps()[static_cast<std::size_t>(step)]},
          elements_{elements_of_cells(trace, block)} {
        const auto launch = static_cast<std::size_t>(step_.launch);
        if (launch >= trace.launches().size()) return;
        const LaunchFacts& facts = trace.launches()[launch];
        const auto add = [&](std::string_view variable, std::span<const std::uint32_t, 3> of) {
            for (std::size_t k = 0; k < 3; ++k) {
                names_[fmt::format("{}.{}", variable, "xyz"[k])] = of[k];
            }
        };
        const auto place = [](std::uint32_t number, const std::array<std::uint32_t, 3>& of) {
            const std::uint32_t x = std::max(1U, of[0]), y = std::max(1U, of[1]);
            return std::array{number % x, number / x % y, number / x / y};
        };
        add("threadIdx", place(static_cast<std::uint32_t>(thread), facts.block));
        add("blockIdx", place(static_cast<std::uint32_t>(block), facts.grid));
        add("blockDim", facts.block);
        add("gridDim", facts.grid);
        names_["warpSize"] = 32;
    }

    /// "j = … = 47, j − s = 47 − 4 = 43"; empty where that is not what was recorded.
    std::string indices(const Activity& activity) {
        const Source& source = source_of(activity.at.file);
        const int line = activity.at.line;
        if (line < 1 || std::cmp_greater(line, source.lines.size())) return {};
        std::set<int> cells{activity.loaded.begin(), activity.loaded.end()};
        cells.insert(activity.stored.begin(), activity.stored.end());
        const ArrayId array = trace_.array_of_cell(number_, *cells.begin());
        if (array == ArrayId::none) return {};
        const std::vector<Index> indices =
            indices_in(source.lines[static_cast<std::size_t>(line - 1)], trace_.name_of(array));
        if (indices.empty()) return {};
        const Definition* loop = nullptr;  // the innermost
        for (const Definition& definition : source.definitions.all()) {
            if (definition.line > line) break;
            if (definition.kind == Definition::Kind::counted) loop = &definition;
        }
        // The round that was recorded, or, of lanes that left some out, another one.
        constexpr int most_rounds = 64;
        for (int k = -1; k < (loop == nullptr ? 0 : most_rounds); ++k) {
            std::string text =
                told(activity.at, loop, k < 0 ? activity.iteration : k, indices, array, cells);
            if (!text.empty()) return text;
        }
        return {};
    }

  private:
    /// A text, and what it defines.
    struct Source {
        std::vector<std::string> lines;
        Definitions definitions;
    };
    const Source& source_of(int file) {
        const auto found = sources_.find(file);
        if (found != sources_.end()) return found->second;
        std::vector<std::string> lines = text_lines(trace_, file);
        Definitions definitions{lines};
        return sources_.emplace(file, Source{std::move(lines), std::move(definitions)})
            .first->second;
    }
    /// What holds at the line: in an included text the macros of the text itself, too, which it
    /// would have to be without to define them anew.
    std::vector<const Definition*> definitions_at(SourceLine at) {
        std::vector<const Definition*> all;
        std::set<std::string_view> macros;
        if (at.file > 0) {
            for (const Definition& definition : source_of(0).definitions.all()) {
                if (definition.kind != Definition::Kind::macro) continue;
                all.push_back(&definition);
                macros.insert(definition.name);
            }
        }
        for (const Definition& definition : source_of(at.file).definitions.all()) {
            if (definition.line > at.line) break;
            const bool known =
                definition.kind == Definition::Kind::macro && macros.contains(definition.name);
            if (!known) all.push_back(&definition);
        }
        return all;
    }
    /// The equations, if all of them together come to the cells that were reached.
    std::string told(SourceLine at, const Definition* loop, int round,
                     const std::vector<Index>& indices, ArrayId array, const std::set<int>& cells) {
        const Definitions& own = source_of(at.file).definitions;
        const auto with_stride = [&](Names all) {
            if (step_.stride <= 0) return all;
            for (const std::string& name : own.strides()) all[name] = step_.stride;
            return all;
        };
        Names names = names_;
        std::map<std::string, std::string, std::less<>> how;  // "j": "2 · (5 + 1) · 4 − 1"
        for (const Definition* each : definitions_at(at)) {
            const Definition& definition = *each;
            if (own.is_stride(definition.name)) continue;
            auto value = evaluate(set_or(definition), with_stride(names));
            if (value && each == loop && round != 0) {
                const auto by = evaluate(definition.by, with_stride(names));
                if (!by) return {};
                value = Evaluated{fmt::format("{} + {} · {}", value->text, round, by->value),
                                  value->value + round * by->value};
            }
            names.erase(definition.name);
            how.erase(definition.name);
            if (!value) continue;
            names[definition.name] = value->value;
            how[definition.name] = value->text;
        }
        names = with_stride(std::move(names));
        std::set<int> reached;
        std::string text;
        for (const Index& index : indices) {
            const auto worked = evaluate(index.text, names);
            if (!worked) return {};
            const int cell = cell_of(index, array, worked->value, cells);
            if (cell < 0) return {};
            reached.insert(cell);
            const auto known = how.find(index.text);
            text +=
                (text.empty() ? "" : ", ") +
                equation(index.text,
                         known == how.end() ? *worked : Evaluated{known->second, worked->value});
        }
        return reached == cells ? text : std::string{};
    }
    /// A knob's value, where it was set for the run.
    std::string_view set_or(const Definition& definition) const {
        const std::vector<Setting>& set = trace_.experiment().text.defines;
        const auto found = std::ranges::find(set, definition.name, &Setting::first);
        return found == set.end() ? std::string_view{definition.first} : found->second;
    }
    /// The cell that the index means, among those that were reached; -1: none.
    int cell_of(const Index& index, ArrayId array, std::int64_t value,
                const std::set<int>& cells) const {
        for (const int cell : cells) {
            if (trace_.array_of_cell(number_, cell) != array) continue;
            const int word =
                (cell - trace_.first_cell(array)) / std::max(1, trace_.cells_of_element(array));
            const int element = elements_.is_known(cell) ? elements_.at(cell) : word;
            if ((index.of_element ? element : word) == value) return cell;
        }
        return -1;
    }

    const Trace& trace_;
    int number_;
    const Step& step_;
    CellElements elements_;
    std::map<int, Source> sources_;  ///< by number, see SourceLine
    Names names_;
};

std::string words_text(const std::vector<Activity::Words>& words) {
    const bool one = words.size() == 1 && words[0].first == words[0].last;
    std::string text = one ? "word " : "words ";
    for (std::size_t k = 0; k < words.size(); ++k) {
        text += k == 0 ? "" : k + 1 == words.size() ? " and " : ", ";
        text += words[k].first == words[k].last
                    ? fmt::format("{}", words[k].first)
                    : fmt::format("{} … {}", words[k].first, words[k].last);
    }
    return text;
}

std::string activity_text(const Activity& activity) {
    std::vector<std::string> deeds;
    if (!activity.loads.empty()) deeds.push_back("loads " + words_text(activity.loads));
    if (!activity.stores.empty()) deeds.push_back("stores " + words_text(activity.stores));
    if (!activity.from.empty()) deeds.push_back("copies from " + words_text(activity.from));
    if (!activity.to.empty()) deeds.push_back("copies to " + words_text(activity.to));
    std::string text = "it ";
    for (std::size_t k = 0; k < deeds.size(); ++k)
        text += (k == 0 ? "" : k + 1 == deeds.size() ? " and " : ", ") + deeds[k];
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
        text += fmt::format("{} at {}: {}{}{}.", k == 0 ? fmt::format("Thread {}", thread) : " And",
                            line_name(trace, activity.at), indices, indices.empty() ? "" : "; ",
                            activity_text(activity));
    }
    if (list.size() > most) text += fmt::format(" And {} more times.", list.size() - most);
    return text;
}

}  // namespace stridescope
