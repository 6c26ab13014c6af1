#include "app/io/text_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>

#include "app/io/atomic_file.h"
#include "app/io/digest.h"
#include "app/io/errors.h"
#include "app/io/own_folders.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view begin_mark = "-- ", end_mark = " --";
constexpr std::size_t most_files = 1000, most_name = 200;
constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20;

std::string_view without_end(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
        line.remove_suffix(1);
    return line;
}

/// The name in "-- NAME --"; nothing: the line is one of a text.
std::optional<std::string> name_in(std::string_view line) {
    line = without_end(line);
    if (!line.starts_with(begin_mark) || !line.ends_with(end_mark) ||
        line.size() <= begin_mark.size() + end_mark.size()) {
        return std::nullopt;
    }
    line.remove_prefix(begin_mark.size());
    line.remove_suffix(end_mark.size());
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string_view::npos) return std::nullopt;
    return std::string{without_end(line.substr(first))};
}

/// Half a sentence; empty: it names a file in the archive's own folder, or below it.
std::string fault_in_name(const std::string& name) {
    const fs::path path{name};
    if (name.size() > most_name || printable(name) != name || !is_utf8(name))
        return "its name is not one of a file";
    const bool inside =
        path.is_relative() && path.has_filename() && name.find('\\') == std::string::npos &&
        std::ranges::none_of(
            path, [](const fs::path& part) { return part == ".." || part == "." || part.empty(); });
    return inside ? std::string{} : "its name leads elsewhere";
}

}  // namespace

bool is_text_archive_path(const fs::path& path) {
    return path.extension() == ".txtar";
}

TextArchive parse_text_archive(std::string_view text, const std::string& shown) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    TextArchive archive;
    int number = 0;
    const auto fail = [&](const std::string& why) {
        throw UsageError(fmt::format("{}, line {}: {}.", shown, number, why));
    };
    while (!text.empty()) {
        ++number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (auto name = name_in(line)) {
            if (const std::string fault = fault_in_name(*name); !fault.empty())
                fail(fmt::format("\"{}\" is no file of a set: {}", excerpt(*name), fault));
            if (std::ranges::any_of(archive.files, [&](const auto& f) { return f.first == *name; }))
                fail(fmt::format("{} is there twice", excerpt(*name)));
            if (archive.files.size() == most_files)
                fail(fmt::format("there are more than {} files", most_files));
            archive.files.emplace_back(std::move(*name), "");
        } else {
            std::string& to = archive.files.empty() ? archive.comment : archive.files.back().second;
            to.append(line).append("\n");
        }
    }
    if (archive.files.empty()) {
        throw UsageError(
            fmt::format("{} has no file in it: each begins with a line -- NAME --.", shown));
    }
    return archive;
}

TextArchive read_text_archive(const fs::path& path) {
    const auto bytes = read_file(path, {.what = "a set (.txtar)", .most = most_bytes});
    const std::string text = as_text(bytes);
    if (!is_utf8(text) || text.find('\0') != std::string::npos)
        throw UsageError(fmt::format("{} is not a text in UTF-8.", shown_path(path)));
    return parse_text_archive(text, shown_path(path));
}

std::string text_of(const TextArchive& archive) {
    const auto hold_plain = [](std::string_view text, const std::string& where) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view line = text.substr(at, end - at);
            if (name_in(line)) {
                throw UsageError(
                    fmt::format("{} has the line \"{}\", which would begin another file of a set: "
                                "write it otherwise.",
                                where, excerpt(line)));
            }
            at = end + 1;
        }
    };
    std::string out;
    const auto add = [&](const std::string& text, const std::string& where) {
        hold_plain(text, where);
        out += text;
        if (!text.empty() && !text.ends_with('\n')) out += '\n';
    };
    add(archive.comment, "The comment");
    for (const auto& [name, text] : archive.files) {
        if (const std::string fault = fault_in_name(name); !fault.empty())
            throw UsageError(fmt::format("{} cannot go into a set: {}.", excerpt(name), fault));
        out += fmt::format("{}{}{}\n", begin_mark, name, end_mark);
        add(text, excerpt(name));
    }
    return out;
}

fs::path unpack(const TextArchive& archive) {
    constexpr std::size_t digits = 16;
    const fs::path cache = cache_folder();
    const fs::path base = cache.empty() ? fs::temp_directory_path() / "stridescope" : cache;
    fs::path folder = base / "sets" / sha256_of(text_of(archive)).substr(0, digits);
    for (const auto& [name, text] : archive.files) {
        const fs::path path = folder / name;
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        if (error) {
            throw RunError(fmt::format("{} cannot be made: {}.", shown_path(path.parent_path()),
                                       error.message()));
        }
        write_file_atomically(path, text);
    }
    return folder;
}

}  // namespace stridescope
