#include "app/experiment/text/scan_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/experiment/input.h"
#include "app/experiment/numbers.h"
#include "app/experiment/text/array_numbers.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

/// As many elements as one block scans.
constexpr std::string_view one_section = "SECTION";

/// What a flag says, and what the texts' macros say for it.
struct Word {
    std::string_view said, macro;
};
constexpr std::array layouts{Word{"none", "none"}, Word{"every32", "every32"},
                             Word{"two-level", "two_level"}, Word{"xor", "swizzle"}};
constexpr std::array types{Word{"f32", "float"}, Word{"i32", "int"}, Word{"u32", "unsigned"},
                           Word{"f64", "double"}, Word{"i64", "long"}};
constexpr std::array scan_operators{Word{"add", "add"}, Word{"max", "max"}, Word{"min", "min"},
                                    Word{"last", "last"}};
constexpr std::array scan_kinds{Word{"inclusive", "0"}, Word{"exclusive", "1"}};

/// A flag that sets one knob.
struct KnobFlag {
    std::string_view flag, knob;
    std::string_view what{};        ///< "block size", for a sentence about numbers
    std::span<const Word> words{};  ///< empty: it takes a number
};
constexpr std::array knob_flags{
    KnobFlag{.flag = "--block", .knob = "BLOCK", .what = "block size"},
    KnobFlag{.flag = "--coarsen", .knob = "COARSEN", .what = "coarsening"},
    KnobFlag{.flag = "--n", .knob = "N", .what = "N"},
    KnobFlag{.flag = "--pad", .knob = "PADDING", .words = layouts},
    KnobFlag{.flag = "--type", .knob = "T", .words = types},
    KnobFlag{.flag = "--op", .knob = "OPERATOR", .words = scan_operators},
    KnobFlag{.flag = "--scan", .knob = "EXCLUSIVE", .words = scan_kinds}};

const CardKnob* find_knob(const Card& card, std::string_view name) {
    const auto found = std::ranges::find(card.knobs, name, &CardKnob::name);
    return found == card.knobs.end() ? nullptr : &*found;
}

/// What the text itself defines the knob as.
std::string_view own_value(std::string_view text, std::string_view knob) {
    const std::string define = fmt::format("\n#define {} ", knob);
    const std::size_t at = text.find(define);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + define.size());
    return text.substr(0, text.find_first_of(" \n"));
}

bool is_scan(const Card& card) {
    return find_knob(card, "OPERATOR") != nullptr && find_knob(card, "N") != nullptr;
}

const std::string* find_setting(const std::vector<Setting>& settings, std::string_view name) {
    const auto found = std::ranges::find(settings, name, &Setting::first);
    return found == settings.end() ? nullptr : &found->second;
}

void set(std::vector<Setting>& settings, std::string_view name, std::string value) {
    const auto found = std::ranges::find(settings, name, &Setting::first);
    if (found != settings.end()) {
        found->second = std::move(value);
    } else {
        settings.emplace_back(name, std::move(value));
    }
}

/// "a, b or c".
template <class List, class Name>
std::string choice(const List& list, Name name) {
    std::string text;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0) text += i + 1 == list.size() ? " or " : ", ";
        text += name(list[i]);
    }
    return text;
}

std::string title_of(const TextSpec& text, const Card& card) {
    return card.title.empty() ? name_of(text) : card.title.text();
}

[[noreturn]] void refuse_knob(const TextSpec& text, const Card& card, std::string_view flag,
                              std::string_view knob) {
    throw UsageError(
        fmt::format("{} sets the knob {}, and {} has none: omit {}, or choose another "
                    "kernel.",
                    flag, knob, title_of(text, card), flag));
}

/// The knob's value must be one that the card offers.
void set_number(TextSpec& text, const Card& card, const KnobFlag& flag, std::string_view name,
                const std::string& value) {
    const CardKnob* knob = find_knob(card, name);
    if (knob == nullptr) refuse_knob(text, card, flag.flag, name);
    std::int64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, number);
    const bool is_number = error == std::errc{} && stop == end;
    const bool fits =
        is_number && (knob->range ? number >= knob->range->least && number <= knob->range->most
                                  : knob->choices.empty() ||
                                        std::ranges::find(knob->choices, std::to_string(number)) !=
                                            knob->choices.end());
    if (!fits) {
        const std::string offered =
            knob->range ? fmt::format("{} to {}", knob->range->least, knob->range->most)
                        : choice(knob->choices, [](const std::string& each) { return each; });
        throw UsageError(fmt::format("Invalid {} {}: {} takes {} ({}).", flag.what, excerpt(value),
                                     title_of(text, card), offered, flag.flag));
    }
    set(text.defines, name, std::to_string(number));
}

void set_word(TextSpec& text, const Card& card, const KnobFlag& flag, const std::string& value) {
    const auto found = std::ranges::find(flag.words, value, &Word::said);
    if (found == flag.words.end()) {
        throw UsageError(
            fmt::format("Unknown {} \"{}\": choose {}.", flag.flag, excerpt(value),
                        choice(flag.words, [](const Word& word) { return word.said; })));
    }
    if (find_knob(card, flag.knob) == nullptr) {
        // What the text does anyway need not be set.
        if (found == flag.words.begin() && flag.flag != "--type" && flag.flag != "--op") return;
        refuse_knob(text, card, flag.flag, flag.knob);
    }
    set(text.defines, flag.knob, std::string{found->macro});
}

/// What parts numbers is a comma, blanks, or both.
bool parts(char c) {
    return c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\n';
}

/// The first of the numbers that are given, as many as N says.
std::string shortened(const std::string& given, std::int64_t n) {
    const TypedArray numbers =
        read_numbers(given.substr(values_word.size()), ElementType::f64, "--input values");
    if (n > static_cast<std::int64_t>(numbers.size())) {
        throw UsageError(fmt::format(
            "The input has {} number{}, fewer than N = {}: give more numbers, or --n {} or less.",
            numbers.size(), numbers.size() == 1 ? "" : "s", n, numbers.size()));
    }
    std::size_t end = values_word.size();
    for (std::int64_t count = 0; end < given.size(); ++end) {
        if (!parts(given[end])) continue;
        if (end > values_word.size() && !parts(given[end - 1]) && ++count == n) break;
    }
    return given.substr(0, end);
}

bool are_given(const std::string& fill) {
    return fill.starts_with(values_word) || fill.starts_with(file_word);
}

void set_input(TextSpec& text, const Card& card, const std::string& value) {
    constexpr std::string_view input = "A";
    if (std::ranges::find(card.arrays, input, &ArrayText::name) == card.arrays.end()) {
        throw UsageError(fmt::format(
            "--input is of scans, and {} has no array A: give its arrays numbers with --arg.",
            title_of(text, card)));
    }
    const InputSpec spec = parse_input(value);
    const std::string* before = find_setting(text.arguments, input);
    const bool was_given = before != nullptr && are_given(*before);
    std::optional<std::size_t> count;
    if (spec.kind == InputSpec::Kind::values) {
        count = read_numbers(spec.text, ElementType::f64, "--input values").size();
    } else if (spec.kind == InputSpec::Kind::file) {
        count = read_numbers_file(spec.text, ElementType::f64).size();
    }
    if (count == 0U) throw UsageError("The input is empty: give at least one number (--input).");
    if (count) {
        set(text.defines, "N", std::to_string(*count));
    } else if (was_given) {
        set(text.defines, "N", std::string{one_section});
    }
    set(text.arguments, input, text_of(spec));
}

void set_kernel(TextSpec& text, const std::string& id) {
    TextSpec to = text_of_kernel(id);
    // The numbers and the knobs stay, where both are scans and the other one has such knobs too.
    const Card card = read_card(to.text);
    if (!is_scan(card) || !is_scan(read_card(text.text))) {
        text = std::move(to);
        return;
    }
    for (const auto& [name, value] : text.defines) {
        const CardKnob* knob = find_knob(card, name);
        if (knob == nullptr) continue;
        const bool offered =
            knob->choices.empty() || std::ranges::find(knob->choices, value) != knob->choices.end();
        if (offered) set(to.defines, name, value);
    }
    for (const auto& [name, value] : text.arguments) {
        const bool has =
            std::ranges::find(card.arrays, name, &ArrayText::name) != card.arrays.end();
        if (has) set(to.arguments, name, value);
    }
    to.weak_memory = text.weak_memory;
    text = std::move(to);
}

/// 0 where it is none.
std::int64_t number_in(const std::string& text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : 0;
}

/// The least block that is offered and whose section holds so many numbers; else the largest. Of
/// blocks that have to do with each other it is several that are worth looking at: theirs stays.
void fit_block(TextSpec& text, const Card& card, std::int64_t count) {
    const CardKnob* knob = find_knob(card, "BLOCK");
    const LibraryText* own = own_text(text);
    if (knob == nullptr || knob->choices.empty() || own == nullptr || own->folder == "grid") return;
    const std::string* coarsen = find_setting(text.defines, "COARSEN");
    const std::int64_t each =
        coarsen != nullptr ? std::max(number_in(*coarsen), std::int64_t{1}) : 1;
    std::int64_t best = 0, largest = 0;
    for (const std::string& choice : knob->choices) {
        const std::int64_t block = number_in(choice);
        largest = std::max(largest, block);
        if (block * each >= count && (best == 0 || block < best)) best = block;
    }
    set(text.defines, "BLOCK", std::to_string(best > 0 ? best : largest));
}

}  // namespace

void follow_numbers(TextSpec& text, const std::string& was, bool with_block) {
    const Card card = read_card(text.text);
    if (!is_scan(card)) return;
    const std::string* n = find_setting(text.defines, "N");
    const std::string* fill = find_setting(text.arguments, "A");
    const std::int64_t before = count_listed(was);
    const std::int64_t count = fill != nullptr ? count_listed(*fill) : 0;
    if (n != nullptr && *n != one_section && *n != std::to_string(before)) return;
    if (count > 0) {
        set(text.defines, "N", std::to_string(count));
        if (with_block) fit_block(text, card, count);
    } else if (before > 0) {
        set(text.defines, "N", std::string{one_section});
    }
}

std::string kernel_id(const TextSpec& text) {
    const LibraryText* own = own_text(text);
    if (own == nullptr) return {};
    std::string id = own->id;
    std::ranges::replace(id, '_', '-');
    return id;
}

std::vector<ScanSetting> scan_settings(const TextSpec& text) {
    std::vector<ScanSetting> settings;
    const Card card = read_card(text.text);
    if (kernel_id(text).empty() || !is_scan(card)) return settings;
    for (const KnobFlag& flag : knob_flags) {
        const bool has = find_knob(card, flag.knob) != nullptr;
        if (flag.words.empty() || (!has && flag.knob != "PADDING" && flag.knob != "EXCLUSIVE"))
            continue;
        const std::string* set = find_setting(text.defines, flag.knob);
        const std::string_view value = set != nullptr ? *set : own_value(text.text, flag.knob);
        const auto word =
            value.empty() ? flag.words.begin() : std::ranges::find(flag.words, value, &Word::macro);
        if (word != flag.words.end()) settings.push_back({flag.flag.substr(2), word->said});
    }
    return settings;
}

TextSpec text_of_kernel(std::string_view id) {
    std::string name{id};
    std::ranges::replace(name, '-', '_');
    const LibraryText* found = find_text(name);
    if (found == nullptr || !found->is_kernel) {
        throw UsageError(
            fmt::format("There is no kernel \"{}\": `stridescope-cli kernels` lists those there "
                        "are (--kernel), "
                        "and a file of your own ends in .cu.",
                        excerpt(std::string{id})));
    }
    TextSpec text = spec_of(*found);
    const Card card = read_card(found->text);
    if (!is_scan(card)) return text;
    if (const CardKnob* block = find_knob(card, "BLOCK")) {
        const bool sixteen = std::ranges::find(block->choices, "16") != block->choices.end();
        text.defines.emplace_back("BLOCK", sixteen ? "16" : block->choices.front());
    } else {
        text.defines.emplace_back("SECTION", "16");
    }
    if (find_knob(card, "COARSEN") != nullptr) text.defines.emplace_back("COARSEN", "1");
    text.defines.emplace_back("N", one_section);
    text.arguments.emplace_back("A", "ones");
    return text;
}

void set_scan_flag(TextSpec& text, std::string_view flag, const std::string& value) {
    if (flag == "--kernel") return set_kernel(text, value);
    if (text.text.empty()) text = text_of_kernel("kogge-stone");
    const Card card = read_card(text.text);
    if (flag == "--input") return set_input(text, card, value);
    const auto found = std::ranges::find(knob_flags, flag, &KnobFlag::flag);
    if (found == knob_flags.end()) throw UsageError(fmt::format("{} is no flag of scans.", flag));
    if (!found->words.empty()) return set_word(text, card, *found, value);
    // A kernel of one thread has sections instead of blocks, and coarsening 1 is what all do.
    const bool by_section =
        flag == "--block" && find_knob(card, found->knob) == nullptr && is_scan(card);
    if (flag == "--coarsen" && value == "1" && find_knob(card, found->knob) == nullptr) return;
    if (flag == "--n") {
        const std::string* fill = find_setting(text.arguments, "A");
        if (fill != nullptr && fill->starts_with(values_word)) {
            std::int64_t n = 0;
            std::from_chars(value.data(), value.data() + value.size(), n);
            if (n > 0) set(text.arguments, "A", shortened(*fill, n));
        }
    }
    set_number(text, card, *found, by_section ? "SECTION" : found->knob, value);
}

}  // namespace stridescope
