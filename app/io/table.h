// A table, whatever is in it: described once, column by column, and written as CSV, JSON, text for
// people and Markdown.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace stridescope {

// Text as a field of a CSV file.

/// RFC 4180: quoted where it has to be. A text that a spreadsheet would take for a formula, which
/// may run programs, gets an apostrophe before it; so does one that has one, so that the way back
/// is clear. Numbers stay as they are.
std::string csv_field(std::string_view text);

/// A number as it is written, to its last digit: what JSON has no number for (nan, inf) stays text.
struct Numeral {
    std::string digits;
    bool operator==(const Numeral&) const = default;
};

/// One value of a table. Nothing is an empty field of CSV and JSON's null; text is text, even where
/// it looks like a number; a list has spaces between its numbers in CSV.
class Cell {
  public:
    using Value =
        std::variant<std::monostate, bool, std::int64_t, Numeral, std::string, std::vector<int>>;

    Cell() = default;
    // NOLINTBEGIN(google-explicit-constructor): what is given is a cell as it stands.
    explicit(false) Cell(bool value) : value_{value} {}
    template <std::integral T>
    requires(!std::same_as<T, bool>) explicit(false) Cell(T number)
        : value_{static_cast<std::int64_t>(number)} {}
    template <class T>
    explicit(false) Cell(const std::optional<T>& value) {
        if (value) *this = Cell{*value};
    }
    explicit(false) Cell(Numeral number) : value_{std::move(number)} {}
    explicit(false) Cell(std::string text) : value_{std::move(text)} {}
    explicit(false) Cell(std::string_view text) : value_{std::string{text}} {}
    explicit(false) Cell(const char* text) : value_{std::string{text}} {}
    explicit(false) Cell(std::vector<int> list) : value_{std::move(list)} {}
    // NOLINTEND(google-explicit-constructor)

    /// As people read it, and as CSV has it before it is quoted.
    std::string text() const;
    /// As CSV has it.
    std::string csv() const;
    /// As JSON has it.
    std::string json() const;
    const Value& value() const { return value_; }

  private:
    Value value_{};
};

/// The text; nothing where it is empty.
inline Cell unless_empty(std::string_view text) {
    return text.empty() ? Cell{} : Cell{text};
}

/// A column whose values come from rows of a type.
template <class Row>
struct ColumnOf {
    std::string name;  ///< in CSV and JSON: "load_excess"
    std::function<Cell(const Row&)> cell{};
    std::string title{};  ///< for people; empty: the name
    bool words = false;   ///< its values stand left in text; numbers right
    std::function<std::string(const Row&)>
        shown{};  ///< for people, where it is not the cell's text
};

/// Columns whose values are asked for by the row's number, when they are written: a table takes no
/// more room than what it is of.
struct Table {
    using Column = ColumnOf<std::size_t>;
    std::vector<Column> columns{};
    std::size_t rows = 0;

    /// The column of that name; throws std::out_of_range where there is none.
    const Column& at(std::string_view name) const;
};

/// The table of these rows.
template <class Row>
Table table_of(std::vector<Row> rows, std::vector<ColumnOf<Row>> columns) {
    const auto kept = std::make_shared<const std::vector<Row>>(std::move(rows));
    Table table{.columns = {}, .rows = kept->size()};
    for (ColumnOf<Row>& column : columns) {
        Table::Column of{.name = std::move(column.name),
                         .title = std::move(column.title),
                         .words = column.words};
        of.cell = [kept, cell = std::move(column.cell)](std::size_t row) {
            return cell((*kept)[row]);
        };
        if (column.shown) {
            of.shown = [kept, shown = std::move(column.shown)](std::size_t row) {
                return shown((*kept)[row]);
            };
        }
        table.columns.push_back(std::move(of));
    }
    return table;
}

/// The head of a column whose values are at hand.
struct ColumnHead {
    std::string name;
    std::string title{};
    bool words = false;
};
/// The table of values at hand; a row may end early.
Table table_of(std::vector<ColumnHead> heads, std::vector<std::vector<Cell>> rows);

/// Both tables' rows, which have the same columns, under one another; in front a column that tells
/// which is which.
Table joined(const std::string& name, std::pair<std::string, Table> first,
             const std::pair<std::string, Table>& second);

/// RFC 4180: a line of names, then one line a row, quoted where needed; lines end in "\n".
std::string to_csv(const Table& table);
/// An array with an object a row, which has the columns by their names.
std::string to_json(const Table& table);
/// Columns two spaces apart, head underlined.
std::string to_text(const Table& table);
/// As GitHub's Markdown has tables.
std::string to_markdown(const Table& table);

}  // namespace stridescope
