#include "app/look/look_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/analysis/occupancy.h"
#include "app/analysis/work_columns.h"

namespace stridescope {

std::string listed(std::span<const std::string_view> words) {
    std::string all;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) all += i + 1 == words.size() ? " or " : ", ";
        all += words[i];
    }
    return all;
}

std::string all_view_names() {
    return listed(view_names);
}

namespace {

// --- How values are written and read ------------------------------------------------------------

constexpr std::array<std::string_view, 2> axes{"bank", "warp"};
constexpr std::array<std::string_view, 3> heat_events{"both", "loads", "stores"};
constexpr std::array<std::string_view, 3> heat_measures{"worst", "total", "per-request"};
constexpr auto lock_names = [] {
    std::array<std::string_view, step_locks.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = name_of(step_locks[i]);
    return names;
}();

/// What the values of a type are called, where they are a few.
template <class T>
constexpr std::span<const std::string_view> names_of{};
template <>
constexpr std::span<const std::string_view> names_of<HeatmapAxis>{axes};
template <>
constexpr std::span<const std::string_view> names_of<HeatEvents>{heat_events};
template <>
constexpr std::span<const std::string_view> names_of<HeatMeasure>{heat_measures};
template <>
constexpr std::span<const std::string_view> names_of<TimelineUnit>{timeline_units};
template <>
constexpr std::span<const std::string_view> names_of<StepLock>{lock_names};
template <>
constexpr std::span<const std::string_view> names_of<TimeRows>{time_rows};
template <>
constexpr std::span<const std::string_view> names_of<View>{view_names};

template <class T>
struct Inner {
    using Type = T;
};
template <class T>
struct Inner<std::optional<T>> {
    using Type = T;
};

template <class T>
std::string written(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
        return value ? "yes" : "no";
    } else if constexpr (std::is_enum_v<T>) {
        return std::string{names_of<T>[static_cast<std::size_t>(value)]};
    } else if constexpr (std::is_same_v<T, std::string>) {
        return value;
    } else if constexpr (std::is_integral_v<T>) {
        return fmt::to_string(value);
    } else {
        return text_of(value);
    }
}
template <class T>
std::string written(const std::optional<T>& value) {
    return value ? written(*value) : std::string{};
}

template <class T>
std::optional<T> value_in(const std::string& text) {
    if constexpr (std::is_same_v<T, bool>) {
        if (text == "no") return false;
        return text.empty() || text == "yes" ? std::optional{true} : std::nullopt;
    } else if constexpr (std::is_enum_v<T>) {
        const auto found = std::ranges::find(names_of<T>, text);
        if (found == names_of<T>.end()) return std::nullopt;
        return static_cast<T>(found - names_of<T>.begin());
    } else if constexpr (std::is_same_v<T, std::string>) {
        return text;
    } else if constexpr (std::is_integral_v<T>) {
        T value{};
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        const bool whole = error == std::errc{} && stop == end && !text.starts_with('-');
        return whole ? std::optional{value} : std::nullopt;
    } else if constexpr (std::is_same_v<T, RequestChoice>) {
        return request_choice_in(text);
    } else {
        return parse_selection(text);
    }
}

// --- Rows ---------------------------------------------------------------------------------------

template <auto Member>
std::string written_member(const Look& look) {
    return written(look.*Member);
}

template <auto Member>
bool read_member(Look& look, const std::string& text) {
    using T = typename Inner<std::remove_cvref_t<decltype(look.*Member)>>::Type;
    auto value = value_in<T>(text);
    if (value) look.*Member = std::move(*value);
    return value.has_value();
}

/// The row, with what follows from the member's type.
template <auto Member>
LookField field(LookField row) {
    using T = typename Inner<std::remove_cvref_t<decltype(std::declval<Look&>().*Member)>>::Type;
    if constexpr (std::is_enum_v<T>) row.words = names_of<T>;
    row.is_switch = std::is_same_v<T, bool>;
    row.is_number = std::is_integral_v<T> && !row.is_switch && row.written == nullptr;
    if (row.is_switch) row.wanted = "yes or no";
    if constexpr (std::is_same_v<T, RequestChoice>) row.wanted = "a request, such as site:2,warp:0";
    if (row.written == nullptr) row.written = written_member<Member>;
    if (row.read == nullptr) row.read = read_member<Member>;
    row.copy = copy_member<Member>;
    row.same = [](const Look& a, const Look& b) { return a.*Member == b.*Member; };
    return row;
}

std::string name_of_column(const Look& look) {
    const auto columns = work_columns();
    const bool there = look.sorted_by >= 0 && look.sorted_by < std::ssize(columns);
    return there ? std::string{columns[static_cast<std::size_t>(look.sorted_by)].name} : "";
}
bool read_column(Look& look, const std::string& text) {
    const auto column = work_column_called(text);
    if (column) look.sorted_by = *column;
    return column.has_value();
}
std::span<const std::string_view> column_names() {
    static const auto names = [] {
        std::vector<std::string_view> all;
        for (const WorkColumn& column : work_columns()) all.push_back(column.name);
        return all;
    }();
    return names;
}

bool read_chip(Look& look, const std::string& text) {
    const Chip* chip = chip_called(text);
    if (chip != nullptr) look.chip = chip->name;
    return chip != nullptr;
}

bool read_wavefront(Look& look, const std::string& text) {
    const auto number = value_in<int>(text);
    if (!number || *number == 0) return false;
    look.wave = *number;
    return true;
}

std::string timeline_notice(const Look& look) {
    return fmt::format("Timeline by {} (T: the next)", written(look.timeline));
}

constexpr auto all_but_grid =
    Views{View::tree,   View::memory, View::heatmap,    View::banks,    View::work,
          View::source, View::global, View::divergence, View::fragment, View::time};
constexpr auto of_one_block = Views{View::tree,   View::memory,     View::heatmap,  View::banks,
                                    View::global, View::divergence, View::fragment, View::time};
constexpr auto of_one_block_or_grid =
    Views{View::tree,   View::memory,     View::heatmap,  View::banks, View::grid,
          View::global, View::divergence, View::fragment, View::time};
constexpr std::string_view selection_group = "Selection";

std::vector<LookField> make_fields() {
    return {
        field<&Look::view>({.name = "view"}),
        field<&Look::alone>({.name = "alone"}),
        field<&Look::lock>({.name = "lock",
                            .flag = "--lock",
                            .help = "What locks the other trace's step to this one's: stride, "
                                    "phase, progress or wavefronts (default: stride); heatmap: "
                                    "two pictures, each at its own step",
                            .pictures = Views::all(),
                            .tables = Views::all(),
                            .of_two = true}),
        field<&Look::step>({.name = "step",
                            .flag = "--step",
                            .help = "Step of the timeline, from 0 (default: the last)",
                            .pictures = all_but_grid,
                            .tables = {View::memory, View::banks, View::source, View::global,
                                       View::divergence, View::fragment}}),
        field<&Look::block>({.name = "block",
                             .flag = "--block",
                             .help =
                                 "Recorded block, from 0 (default: 0; heatmap: the worst of "
                                 "all; time: all; grid: whose messages, where all are too many)",
                             .pictures = of_one_block_or_grid,
                             .tables = of_one_block}),
        field<&Look::event>({.name = "event",
                             .flag = "--event",
                             .help = "how many events between blocks have happened (default: all)",
                             .pictures = {View::grid}}),
        field<&Look::axis>({.name = "axis",
                            .flag = "--axis",
                            .help = "steps by bank or by warp (default: bank)",
                            .pictures = {View::heatmap},
                            .tables = {View::heatmap}}),
        field<&Look::events>({.name = "events",
                              .flag = "--events",
                              .help = "count both, loads or stores (default: both)",
                              .pictures = {View::heatmap},
                              .tables = {View::heatmap}}),
        field<&Look::measure>({.name = "measure",
                               .flag = "--measure",
                               .help = "worst (degree, the default), total or per-request "
                                       "(wavefronts)",
                               .pictures = {View::heatmap},
                               .tables = {View::heatmap}}),
        field<&Look::request>({.name = "request",
                               .flag = "--request",
                               .help = "Banks, global, fragment: which request; 1 is the step's "
                                       "worst, or site:2,warp:0",
                               .group = selection_group,
                               .pictures = {View::banks, View::fragment},
                               .tables = {View::banks, View::fragment},
                               .of_run = true}),
        // The same flag: of which of them it is the view tells.
        field<&Look::global_request>({.name = "global-request",
                                      .flag = "--request",
                                      .pictures = {View::global},
                                      .tables = {View::global},
                                      .of_run = true}),
        field<&Look::wave>({.name = "wavefront",
                            .flag = "--wavefront",
                            .help = "only this wavefront of the request, from 1",
                            .group = selection_group,
                            .pictures = {View::banks},
                            .tables = {View::banks},
                            .of_run = true,
                            .read = read_wavefront,
                            .wanted = "a wavefront: they are counted from 1"}),
        field<&Look::warp>({.name = "warp",
                            .flag = "--warp",
                            .help = "whose lanes are shown (default: the warp that wastes the "
                                    "most slots)",
                            .group = selection_group,
                            .pictures = {View::divergence},
                            .tables = {View::divergence},
                            .of_run = true}),
        [] {
            LookField row = field<&Look::sorted_by>({.name = "sort-by",
                                                     .flag = "--sort-by",
                                                     .help = "sort by this column, such as "
                                                             "load_excess",
                                                     .group = selection_group,
                                                     .pictures = {View::work},
                                                     .written = name_of_column,
                                                     .read = read_column});
            row.words = column_names();
            return row;
        }(),
        field<&Look::element>({.name = "element",
                               .flag = "--element",
                               .help = "what this element of a CUDA text's array is made of, such "
                                       "as C[3][5]",
                               .group = selection_group,
                               .pictures = {View::tree},
                               .of_run = true,
                               .wanted = "an element"}),
        field<&Look::difference>({.name = "difference",
                                  .flag = "--difference",
                                  .help = "one map of the difference from the other trace",
                                  .pictures = {View::heatmap},
                                  .of_two = true}),
        field<&Look::hide_later>(
            {.name = "hide-later",
             .flag = "--hide-later",
             .help = "hide what comes after this step",
             .group = selection_group,
             .pictures = {View::tree, View::heatmap, View::work, View::divergence}}),
        field<&Look::hide_costs>({.name = "hide-costs",
                                  .flag = "--hide-costs",
                                  .help = "leave out what accesses cost",
                                  .group = selection_group,
                                  .pictures = {View::work, View::source}}),
        field<&Look::selection>({.name = "select",
                                 .flag = "--select",
                                 .help = "Highlight thread:5, word:12, bank:3, warp:0, line:20 or "
                                         "site:2,warp:0,wavefront:1, and what is related to it",
                                 .group = selection_group,
                                 .pictures = Views::all(),
                                 .of_run = true}),
        [] {
            LookField row = field<&Look::chip>(
                {.name = "chip",
                 .flag = "--chip",
                 .help = "of which GPU occupancy is told, such as A100 (default: the one that "
                         "recorded it; of the machine's runs an H200)",
                 .group = selection_group,
                 .pictures = {View::time},
                 .read = read_chip});
            row.words = chip_names();
            return row;
        }(),
        field<&Look::rows>({.name = "rows",
                            .flag = "--rows",
                            .help = "warps of a block, multiprocessor or scheduler stand together "
                                    "(default: block)",
                            .pictures = {View::time}}),
        field<&Look::timeline>({.name = "timeline", .notice = timeline_notice}),
    };
}

}  // namespace

std::string LookField::possible() const {
    return words.empty() ? std::string{wanted} : "one of " + listed(words);
}

std::string LookField::value_text() const {
    constexpr std::size_t few = 4;
    if (is_switch) return {};
    if (is_number) return "INT";
    if (words.empty() || words.size() > few) return "TEXT";
    return fmt::format("{}", fmt::join(words, "|"));
}

std::string LookField::help_line() const {
    // Those that say by themselves what they are of begin with a capital letter.
    if (help.empty() || std::isupper(static_cast<unsigned char>(help.front())) != 0)
        return std::string{help};
    std::string line;
    for (const View view : all_views) {
        if (pictures.has(view))
            line += fmt::format("{}{}", line.empty() ? "" : ", ", name_of(view));
    }
    line.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(line.front())));
    return fmt::format("{}: {}", line, help);
}

std::string LookField::json_name() const {
    std::string plain{name};
    std::ranges::replace(plain, '-', '_');
    return plain;
}

std::span<const LookField> look_fields() {
    static const std::vector<LookField> all = make_fields();
    return all;
}

const LookField* look_field_called(std::string_view name) {
    const auto found = std::ranges::find(look_fields(), name, &LookField::name);
    return found == look_fields().end() ? nullptr : &*found;
}

void let_go_of_run(Look& look) {
    for (const LookField& field : look_fields()) {
        if (field.of_run) field.copy({}, look);
    }
}

bool has_use(std::string_view flag, View view, bool table, bool selects) {
    if (flag == "--block" && selects && !table) return true;
    return std::ranges::any_of(look_fields(), [&](const LookField& field) {
        return field.flag == flag && (table ? field.tables : field.pictures).has(view);
    });
}

const LookField& look_field_copied_by(void (*copy)(const Look& from, Look& to)) {
    return *std::ranges::find(look_fields(), copy, &LookField::copy);
}

PartialLook::PartialLook(const Look& look) {
    for (const LookField& field : look_fields()) {
        if (!field.same(look, {})) take(field, look);
    }
}

void PartialLook::take(const LookField& field, const Look& from) {
    field.copy(from, look_);
    said_ |= bit(field);
}

void PartialLook::apply_to(Look& look) const {
    for (const LookField& field : look_fields()) {
        if (has(field)) field.copy(look_, look);
    }
}

std::uint32_t PartialLook::bit(const LookField& field) {
    return std::uint32_t{1} << (&field - look_fields().data());
}

}  // namespace stridescope
