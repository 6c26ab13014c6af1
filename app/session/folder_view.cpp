#include "app/session/folder_view.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "app/io/errors.h"
#include "app/io/local_time.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

/// More than anybody looks through; a folder of a million files must not stop the window.
constexpr std::size_t most_entries = 5000;

/// ASCII letters in lower case; the bytes of others as they are.
std::string lowered(std::string_view text) {
    std::string out{text};
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

bool has_ending(const std::string& name, const std::vector<std::string>& endings) {
    if (endings.empty()) return true;
    const std::string ending = lowered(std::filesystem::path{name}.extension().string());
    return std::ranges::find(endings, ending) != endings.end();
}

FolderEntry entry_of(const std::filesystem::directory_entry& found) {
    FolderEntry entry;
    entry.name = found.path().filename().string();
    std::error_code unreadable;
    entry.folder = found.is_directory(unreadable);
    struct stat facts {};
    if (::stat(found.path().c_str(), &facts) == 0) {
        entry.bytes = entry.folder ? 0 : static_cast<std::uintmax_t>(facts.st_size);
        entry.changed = facts.st_mtime;
    }
    return entry;
}

}  // namespace

bool FolderView::read(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::directory_iterator it{folder, error};
    std::vector<FolderEntry> entries;
    for (; !error && it != std::filesystem::directory_iterator{}; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (name.starts_with('.') && !options_.hidden) continue;
        FolderEntry entry = entry_of(*it);
        if (!entry.folder && !has_ending(entry.name, options_.endings)) continue;
        entries.push_back(std::move(entry));
        if (entries.size() >= most_entries) break;
    }
    if (error) {
        problem_ =
            fmt::format("Cannot open the folder {}: {}.", shown_path(folder), why(error.value()));
        return false;
    }
    problem_.clear();
    entries_ = std::move(entries);
    sort();
    return true;
}

void FolderView::sort() {
    using Order = FolderOptions::Order;
    const auto less = [this](const FolderEntry& a, const FolderEntry& b) {
        if (a.folder != b.folder) return a.folder;
        const FolderEntry& x = options_.descending ? b : a;
        const FolderEntry& y = options_.descending ? a : b;
        if (options_.order == Order::size && x.bytes != y.bytes) return x.bytes < y.bytes;
        if (options_.order == Order::changed && x.changed != y.changed) {
            return x.changed < y.changed;
        }
        const std::string p = lowered(x.name), q = lowered(y.name);
        return p != q ? p < q : x.name < y.name;
    };
    std::ranges::sort(entries_, less);
}

void FolderView::enter(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::path whole = std::filesystem::absolute(folder, error).lexically_normal();
    if (error) whole = folder;
    // "/a/b/" names the same folder as "/a/b".
    if (!whole.has_filename() && whole.has_relative_path()) whole = whole.parent_path();
    if (read(whole)) folder_ = std::move(whole);
}

void FolderView::up() {
    if (folder_.has_relative_path()) enter(folder_.parent_path());
}

void FolderView::set_options(FolderOptions options) {
    const bool same_files =
        options.endings == options_.endings && options.hidden == options_.hidden;
    options_ = std::move(options);
    if (same_files) {
        sort();
    } else if (!folder_.empty()) {
        read(folder_);
    }
}

std::vector<std::size_t> FolderView::matching(std::string_view text) const {
    const std::string wanted = lowered(text);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (lowered(entries_[i].name).find(wanted) != std::string::npos) out.push_back(i);
    }
    return out;
}

std::filesystem::path FolderView::path_of(const std::string& typed) const {
    if (typed == "~" || typed.starts_with("~/")) {
        const std::filesystem::path home = home_folder();
        if (!home.empty()) return typed.size() > 2 ? home / typed.substr(2) : home;
    }
    // An absolute right side replaces the left.
    return (folder_ / typed).lexically_normal();
}

bool FolderView::make_folder(const std::string& name) {
    const std::filesystem::path path = path_of(name);
    std::error_code error;
    if (name.empty() || std::filesystem::exists(path, error)) {
        problem_ =
            name.empty() ? "The new folder needs a name." : fmt::format("{} already exists.", name);
        return false;
    }
    std::filesystem::create_directory(path, error);
    if (error) {
        problem_ =
            fmt::format("Cannot create the folder {}: {}.", excerpt(name), why(error.value()));
        return false;
    }
    enter(path);
    return true;
}

std::filesystem::path home_folder() {
    const char* home = std::getenv("HOME");
    return home != nullptr && *home != '\0' ? std::filesystem::path{home} : std::filesystem::path{};
}

std::string size_words(std::uintmax_t bytes) {
    if (bytes < 1000) return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
    double size = static_cast<double>(bytes) / 1000;
    const char* unit = "kB";
    for (const char* next : {"MB", "GB", "TB"}) {
        // 999.95 would be written as 1000.0.
        if (size < 999.95) break;
        size /= 1000;
        unit = next;
    }
    return fmt::format("{:.1f} {}", size, unit);
}

std::string time_words(std::time_t when) {
    return when == 0 ? std::string{} : fmt::format("{:%Y-%m-%d %H:%M}", local_time(when));
}

}  // namespace stridescope
