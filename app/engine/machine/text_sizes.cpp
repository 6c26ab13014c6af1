#include "app/engine/machine/text_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

namespace stridescope {
namespace {

/// A block may have so many threads: what is as small is no size of a problem.
constexpr std::int64_t least = 257;
constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Reads "1 << 20", "(64 * 1024)", "1024UL": numbers alone.
class NumberReader {
  public:
    explicit NumberReader(std::string_view text) : text_(text) {}

    std::optional<std::int64_t> shifted() {
        std::optional<std::int64_t> value = product();
        while (value && take("<<")) {
            constexpr std::int64_t most_bits = 31;
            const std::optional<std::int64_t> by = product();
            if (!by || *by > most_bits || (*value << *by) > most) return std::nullopt;
            *value <<= *by;
        }
        return value;
    }
    /// What was read ends here, white space aside.
    std::size_t end() const { return end_; }

  private:
    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(std::string_view what) {
        skip_space();
        if (!text_.substr(at_).starts_with(what)) return false;
        at_ += what.size();
        end_ = at_;
        return true;
    }
    std::optional<std::int64_t> product() {
        std::optional<std::int64_t> value = factor();
        while (value && take("*")) {
            const std::optional<std::int64_t> by = factor();
            if (!by || (*by != 0 && *value > most / *by)) return std::nullopt;
            *value *= *by;
        }
        return value;
    }
    std::optional<std::int64_t> factor() {
        if (take("(")) {
            const std::optional<std::int64_t> value = shifted();
            return value && take(")") ? value : std::nullopt;
        }
        skip_space();
        const bool is_hex = text_.substr(at_).starts_with("0x");
        std::int64_t value = 0;
        const char* const from = text_.data() + at_ + (is_hex ? 2 : 0);
        const auto [to, error] =
            std::from_chars(from, text_.data() + text_.size(), value, is_hex ? 16 : 10);
        if (error != std::errc{} || value < 0 || value > most) return std::nullopt;
        at_ = static_cast<std::size_t>(to - text_.data());
        while (at_ < text_.size() && std::string_view{"uUlL"}.find(text_[at_]) != std::string::npos)
            ++at_;
        if (at_ < text_.size() && (is_letter(text_[at_]) || text_[at_] == '.')) return std::nullopt;
        end_ = at_;
        return value;
    }

    std::string_view text_;
    std::size_t at_ = 0, end_ = 0;
};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// `#define NAME number`, and nothing but a comment behind it.
std::optional<TextSize> defined_in(std::string_view line) {
    line = trimmed(line);
    if (!line.starts_with("#")) return std::nullopt;
    line = trimmed(line.substr(1));
    if (!line.starts_with("define")) return std::nullopt;
    line = trimmed(line.substr(std::string_view{"define"}.size()));
    std::size_t name = 0;
    while (name < line.size() && is_letter(line[name])) ++name;
    if (name == 0 || name == line.size() || line[name] == '(') return std::nullopt;
    NumberReader reader(line.substr(name));
    const std::optional<std::int64_t> value = reader.shifted();
    if (!value) return std::nullopt;
    const std::string_view rest = trimmed(line.substr(name + reader.end()));
    if (!rest.empty() && !rest.starts_with("//") && !rest.starts_with("/*")) return std::nullopt;
    return TextSize{.name = std::string{line.substr(0, name)}, .value = *value, .is_define = true};
}

/// Whether the words that a statement begins with are a type of whole numbers.
bool begins_with_type(std::string_view statement) {
    statement = trimmed(statement);
    for (const std::string_view other : {"float", "double", "bool", "char", "auto", "\"", "'"}) {
        if (statement.find(other) != std::string_view::npos) return false;
    }
    for (const std::string_view word :
         {"const ", "constexpr ", "static ", "int ", "unsigned ", "long ", "size_t ",
          "std::size_t ", "int32_t ", "int64_t ", "uint32_t ", "uint64_t ", "uint "}) {
        if (statement.starts_with(word)) return true;
    }
    return false;
}

/// `int a = 1 << 20, b{512};`: each of them.
void find_variables(std::string_view text, std::size_t at, std::string_view line, int number,
                    std::vector<TextSize>& found) {
    for (std::size_t k = 0; k < line.size(); ++k) {
        if (line.substr(k).starts_with("//")) return;
        if (line[k] != '=' && line[k] != '{') continue;
        const std::string_view before = trimmed(line.substr(0, k));
        std::size_t name = before.size();
        while (name > 0 && is_letter(before[name - 1])) --name;
        const std::size_t statement = line.substr(0, k).find_last_of(";({}");
        const std::size_t first = statement == std::string_view::npos ? 0 : statement + 1;
        if (name == before.size() || !begins_with_type(line.substr(first, k - first))) continue;
        NumberReader reader(text.substr(at + k + 1, line.size() - k - 1));
        const std::optional<std::int64_t> value = reader.shifted();
        if (!value) continue;
        const std::string_view rest = trimmed(line.substr(k + 1 + reader.end()));
        if (rest.empty() || std::string_view{",;}"}.find(rest.front()) == std::string::npos)
            continue;
        const std::size_t begin = at + line.find_first_not_of(" \t", k + 1);
        found.push_back({.name = std::string{before.substr(name)},
                         .value = *value,
                         .is_define = false,
                         .begin = begin,
                         .end = at + k + 1 + reader.end(),
                         .line = number});
    }
}

template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
    int number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        visit(at, text.substr(at, end - at), ++number);
        at = end + 1;
    }
}

}  // namespace

std::vector<TextSize> sizes_of(const TextSpec& spec, const TextRun& text) {
    constexpr std::size_t enough = 6;
    std::vector<TextSize> found;
    const auto take = [&](std::optional<TextSize> size) {
        if (!size || size->value < least) return;
        const auto is_same = [&](const TextSize& other) {
            return other.is_define && size->is_define && other.name == size->name;
        };
        if (std::ranges::none_of(found, is_same)) found.push_back(*std::move(size));
    };
    // What is set by hand is so on purpose.
    const auto is_set = [&](const std::string& name) {
        return std::ranges::any_of(spec.defines,
                                   [&](const auto& set) { return set.first == name; });
    };
    const std::size_t own = std::min(text.unit->files.size(), text.included + 1);
    for (std::size_t n = 0; n < own; ++n) {
        for_each_line(text.unit->files[n].text, [&](std::size_t, std::string_view line, int) {
            if (auto size = defined_in(line); size && !is_set(size->name)) take(std::move(size));
        });
    }
    for_each_line(spec.text, [&](std::size_t at, std::string_view line, int number) {
        std::vector<TextSize> variables;
        find_variables(spec.text, at, line, number, variables);
        for (TextSize& size : variables) take(std::move(size));
    });
    std::ranges::stable_sort(found, [](const TextSize& a, const TextSize& b) {
        return a.is_define != b.is_define ? a.is_define : a.value > b.value;
    });
    if (found.size() > enough) found.resize(enough);
    return found;
}

std::int64_t smaller_size(std::int64_t value, bool by_far) {
    constexpr std::int64_t large = std::int64_t{1} << 20, side = 32;
    const std::int64_t enough =
        value >= large ? (by_far ? 1024 : 65536) : std::max(side, value / (by_far ? 128 : 16));
    while (value > enough) value /= value % 1000 == 0 && value / 10 >= enough ? 10 : 2;
    return value;
}

TextSpec with_sizes(TextSpec spec, const std::vector<TextSize>& sizes, bool by_far) {
    std::vector<TextSize> variables;
    for (const TextSize& size : sizes) {
        if (size.is_define)
            spec.defines.emplace_back(size.name, std::to_string(smaller_size(size.value, by_far)));
        else
            variables.push_back(size);
    }
    // From behind, so that what lies before stays where it is.
    std::ranges::sort(variables, std::greater{}, &TextSize::begin);
    for (const TextSize& size : variables)
        spec.text.replace(size.begin, size.end - size.begin,
                          std::to_string(smaller_size(size.value, by_far)));
    return spec;
}

std::string sizes_sentence(const std::vector<TextSize>& sizes, bool by_far) {
    std::string defines, variables;
    for (const TextSize& size : sizes) {
        const std::int64_t value = smaller_size(size.value, by_far);
        if (size.is_define)
            defines += fmt::format("{}-D {}={}", defines.empty() ? "" : " ", size.name, value);
        else
            variables += fmt::format("{}{} = {} in line {}", variables.empty() ? "" : " and ",
                                     size.name, value, size.line);
    }
    return defines + (defines.empty() || variables.empty() ? "" : " and ") + variables;
}

}  // namespace stridescope
