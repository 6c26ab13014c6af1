#include "app/io/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "app/io/real_number.h"

namespace stridescope {
namespace {

bool is_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = read_real(text, value);
    return end == text.data() + text.size() && !text.empty() &&
           (error == std::errc{} || error == std::errc::result_out_of_range);
}

bool is_formula(std::string_view text) {
    constexpr std::string_view begins = "=+-@\t\r'";
    return !text.empty() && begins.find(text.front()) != std::string_view::npos && !is_number(text);
}

}  // namespace

std::string csv_field(std::string_view text) {
    std::string plain = (is_formula(text) ? "'" : "") + std::string{text};
    if (plain.find_first_of(",\"\n\r") == std::string::npos) return plain;
    std::string quoted = "\"";
    for (const char c : plain) {
        quoted += c;
        if (c == '"') quoted += c;
    }
    return quoted + '"';
}

namespace {

std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// As it is written: nothing is rounded on the way through a double.
std::string number_or_text(const std::string& digits) {
    if (digits.empty()) return "null";
    const bool begins = digits[0] == '-' || (digits[0] >= '0' && digits[0] <= '9');
    return begins && nlohmann::json::accept(digits) ? digits : quoted(digits);
}

struct AsText {
    std::string operator()(std::monostate /*nothing*/) const { return {}; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return fmt::to_string(number); }
    std::string operator()(const Numeral& number) const { return number.digits; }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const std::vector<int>& list) const {
        return fmt::format("{}", fmt::join(list, " "));
    }
};

struct AsJson {
    std::string operator()(std::monostate /*nothing*/) const { return "null"; }
    std::string operator()(const Numeral& number) const { return number_or_text(number.digits); }
    std::string operator()(const std::string& text) const { return quoted(text); }
    std::string operator()(const std::vector<int>& list) const {
        return fmt::format("[{}]", fmt::join(list, ","));
    }
    template <class T>
    std::string operator()(T value) const {
        return AsText{}(value);
    }
};

/// Characters, not bytes: continuation bytes of UTF-8 take no column.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

/// For people.
std::string title_of(const Table::Column& column) {
    return column.title.empty() ? column.name : column.title;
}
std::string shown_text(const Table::Column& column, std::size_t row) {
    return column.shown ? column.shown(row) : column.cell(row).text();
}

/// A line of CSV; `field` says what stands in a column.
template <class Field>
void add_line(std::string& csv, const Table& table, Field&& field) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (c > 0) csv += ',';
        csv += field(table.columns[c]);
    }
    csv += '\n';
}

}  // namespace

std::string Cell::text() const {
    return std::visit(AsText{}, value_);
}

std::string Cell::csv() const {
    return csv_field(text());
}

std::string Cell::json() const {
    return std::visit(AsJson{}, value_);
}

const Table::Column& Table::at(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &Column::name);
    if (found == columns.end()) throw std::out_of_range(fmt::format("no column {}", name));
    return *found;
}

Table table_of(std::vector<ColumnHead> heads, std::vector<std::vector<Cell>> rows) {
    std::vector<ColumnOf<std::vector<Cell>>> columns;
    for (std::size_t c = 0; c < heads.size(); ++c) {
        columns.push_back(
            {.name = std::move(heads[c].name),
             .cell = [c](const std::vector<Cell>& row) { return c < row.size() ? row[c] : Cell{}; },
             .title = std::move(heads[c].title),
             .words = heads[c].words});
    }
    return table_of(std::move(rows), std::move(columns));
}

Table joined(const std::string& name, std::pair<std::string, Table> first,
             const std::pair<std::string, Table>& second) {
    const std::size_t before = first.second.rows;
    Table both{.columns = {}, .rows = before + second.second.rows};
    both.columns.push_back(
        {.name = name, .cell = [before, a = first.first, b = second.first](std::size_t row) {
             return Cell{row < before ? a : b};
         }});
    for (Table::Column& column : first.second.columns) {
        Table::Column of = column;
        of.cell = [before, a = std::move(column.cell), b = second.second.at(column.name).cell](
                      std::size_t row) { return row < before ? a(row) : b(row - before); };
        both.columns.push_back(std::move(of));
    }
    return both;
}

std::string to_csv(const Table& table) {
    std::string out;
    add_line(out, table, [](const Table::Column& column) { return csv_field(column.name); });
    for (std::size_t row = 0; row < table.rows; ++row) {
        add_line(out, table, [row](const Table::Column& column) { return column.cell(row).csv(); });
    }
    return out;
}

std::string to_json(const Table& table) {
    std::string out = "[";
    for (std::size_t row = 0; row < table.rows; ++row) {
        out += row == 0 ? "\n{" : ",\n{";
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const Table::Column& column = table.columns[c];
            if (c > 0) out += ", ";
            out += quoted(column.name) + ": " + column.cell(row).json();
        }
        out += '}';
    }
    return out + "\n]\n";
}

std::string to_text(const Table& table) {
    std::vector<std::vector<std::string>> lines(table.rows + 1);
    std::vector<std::size_t> widths;
    for (const Table::Column& column : table.columns) {
        lines[0].push_back(title_of(column));
        for (std::size_t row = 0; row < table.rows; ++row)
            lines[row + 1].push_back(shown_text(column, row));
        std::size_t width = 0;
        for (const auto& line : lines) width = std::max(width, width_of(line.back()));
        widths.push_back(width);
    }
    std::size_t total = widths.empty() ? 0 : 2 * (widths.size() - 1);
    for (const std::size_t width : widths) total += width;
    std::string out;
    for (std::size_t at = 0; at < lines.size(); ++at) {
        std::string line;
        for (std::size_t c = 0; c < widths.size(); ++c) {
            const std::string& cell = lines[at][c];
            const std::string fill(widths[c] - width_of(cell), ' ');
            if (c > 0) line += "  ";
            line += table.columns[c].words ? cell + fill : fill + cell;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
        if (at == 0) out += std::string(total, '-') + '\n';
    }
    return out;
}

namespace {

/// What stands in a cell of Markdown: a bar would end it.
std::string within_cell(std::string text) {
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
        text.insert(at, 1, '\\');
    return text;
}

}  // namespace

std::string to_markdown(const Table& table) {
    std::string out = "|", rule = "|";
    for (const Table::Column& column : table.columns) {
        out += fmt::format(" {} |", title_of(column));
        rule += column.words ? " :--- |" : " ---: |";
    }
    out += '\n' + rule + '\n';
    for (std::size_t row = 0; row < table.rows; ++row) {
        out += '|';
        for (const Table::Column& column : table.columns)
            out += fmt::format(" {} |", within_cell(shown_text(column, row)));
        out += '\n';
    }
    return out;
}

}  // namespace stridescope
