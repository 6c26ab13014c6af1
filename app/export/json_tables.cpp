#include "app/export/json_tables.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/io/csv_field.h"

namespace stridescope {
namespace {

/// Columns that hold words, even where a word looks like a number.
constexpr std::array<std::string_view, 7> text_columns{"phase", "kernel", "pad", "kind",
                                                       "array", "text",   "name"};

bool is_text(std::string_view column) {
    return std::ranges::find(text_columns, column) != text_columns.end();
}

bool is_list(std::string_view column) {
    return column == "readers" || column == "writers";
}

/// The next line's fields; `rest` is then what comes after it.
std::vector<std::string> take_row(std::string_view& rest) {
    std::vector<std::string> fields{""};
    bool quoted = false;
    std::size_t at = 0;
    for (; at < rest.size(); ++at) {
        const char c = rest[at];
        if (quoted && c == '"' && at + 1 < rest.size() && rest[at + 1] == '"') {
            fields.back() += '"';
            ++at;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            fields.emplace_back();
        } else if (!quoted && c == '\n') {
            ++at;
            break;
        } else {
            fields.back() += c;
        }
    }
    rest.remove_prefix(at);
    return fields;
}

std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// As the table writes it: nothing is rounded on the way through a double.
std::string number_or_text(const std::string& field) {
    const bool begins = !field.empty() && (field[0] == '-' || (field[0] >= '0' && field[0] <= '9'));
    return begins && nlohmann::json::accept(field) ? field : quoted(text_of_csv_field(field));
}

std::string list(std::string field) {
    std::ranges::replace(field, ' ', ',');
    return "[" + field + "]";
}

std::string value(const std::string& column, const std::string& field) {
    if (is_list(column)) return list(field);
    if (field.empty() && column != "text") return "null";
    return is_text(column) ? quoted(text_of_csv_field(field)) : number_or_text(field);
}

}  // namespace

std::string json_of_csv(std::string_view csv) {
    const std::vector<std::string> columns = take_row(csv);
    std::string out = "[";
    bool first = true;
    while (!csv.empty()) {
        const std::vector<std::string> fields = take_row(csv);
        out += first ? "\n{" : ",\n{";
        first = false;
        for (std::size_t k = 0; k < columns.size() && k < fields.size(); ++k) {
            if (k > 0) out += ", ";
            out += quoted(columns[k]) + ": " + value(columns[k], fields[k]);
        }
        out += '}';
    }
    return out + "\n]\n";
}

}  // namespace stridescope
