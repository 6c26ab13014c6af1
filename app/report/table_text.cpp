#include "app/report/table_text.h"

#include <algorithm>

#include "app/io/csv_field.h"

namespace stridescope {
namespace {

/// Characters, not bytes: continuation bytes of UTF-8 take no column.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string aligned(const TextTable& table) {
    std::vector<std::size_t> widths;
    for (const std::string& title : table.header) widths.push_back(width_of(title));
    for (const auto& row : table.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            widths[c] = std::max(widths[c], width_of(row[c]));
        }
    }
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string text;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const std::string fill(widths[c] - width_of(cells[c]), ' ');
            if (c > 0) text += "  ";
            text += c < table.left_columns ? cells[c] + fill : fill + cells[c];
        }
        text.erase(text.find_last_not_of(' ') + 1);
        return text + '\n';
    };
    std::string text = line(table.header);
    std::size_t total = 2 * (widths.size() - 1);
    for (const std::size_t width : widths) total += width;
    text += std::string(total, '-') + '\n';
    for (const auto& row : table.rows) text += line(row);
    return text;
}

std::string csv(const TextTable& table) {
    std::string text;
    const auto line = [&](const std::vector<std::string>& cells) {
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (c > 0) text += ',';
            text += csv_field(cells[c]);
        }
        text += '\n';
    };
    line(table.header);
    for (const auto& row : table.rows) line(row);
    return text;
}

}  // namespace stridescope
