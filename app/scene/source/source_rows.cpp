#include "app/scene/source/source_rows.h"

#include <algorithm>
#include <string_view>

#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {
namespace {

/// Bytes of the first `characters` of the text.
std::size_t bytes_of(std::string_view text, std::size_t characters) {
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        if (begins && characters-- == 0) break;
    }
    return at;
}

/// Where to break a text that is too long: behind the last space within the width, else there.
std::size_t break_at(std::string_view text, std::size_t width) {
    const std::size_t most = bytes_of(text, width);
    if (most >= text.size()) return text.size();
    const std::size_t space = text.rfind(' ', most);
    return space == std::string_view::npos || space == 0 ? most : space + 1;
}

}  // namespace

std::vector<SourceRow> source_rows(const std::vector<std::string>& lines, std::size_t width) {
    constexpr std::size_t further = 4, least = 12;
    std::vector<SourceRow> rows;
    for (std::size_t k = 0; k < lines.size(); ++k) {
        const std::string_view line = lines[k];
        std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        std::string_view rest = line.substr(indent);
        bool comment = false;
        indent = std::min(indent, width > least ? width - least : 0);
        for (bool first = true; first || !rest.empty(); first = false) {
            const std::size_t end = break_at(rest, std::max(width - indent, least));
            std::string_view part = rest.substr(0, end);
            rest.remove_prefix(end);
            SourceRow row{.line = static_cast<int>(k) + 1,
                          .first = first,
                          .indent = static_cast<int>(indent)};
            const std::size_t at = comment ? 0 : std::min(part.find("//"), part.size());
            row.code = part.substr(0, at);
            row.comment = part.substr(at);
            comment = comment || at < part.size();
            rows.push_back(std::move(row));
            if (first && indent + further + least <= width) indent += further;
        }
    }
    return rows;
}

}  // namespace stridescope::scene_parts
