#include "app/cli/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>

#include "app/experiment/text_file.h"
#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope::cli {
namespace {

/// What is used of the library. It brings along readers of a dozen formats, and what those need:
/// too much to be loaded by every command.
struct ArchiveLibrary {
    decltype(&::archive_read_new) read_new = nullptr;
    decltype(&::archive_read_free) read_free = nullptr;
    decltype(&::archive_read_support_filter_all) filters = nullptr;
    decltype(&::archive_read_support_format_tar) tar = nullptr;
    decltype(&::archive_read_support_format_7zip) seven_zip = nullptr;
    decltype(&::archive_read_open_filename) open = nullptr;
    decltype(&::archive_read_next_header) next = nullptr;
    decltype(&::archive_read_data) data = nullptr;
    decltype(&::archive_entry_pathname_utf8) name = nullptr;
    decltype(&::archive_entry_pathname) raw_name = nullptr;
    decltype(&::archive_entry_filetype) type = nullptr;
};

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

/// Null: it is not installed.
const ArchiveLibrary* archive_library() {
    static const std::unique_ptr<const ArchiveLibrary> loaded =
        []() -> std::unique_ptr<const ArchiveLibrary> {
        void* const handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) return nullptr;
        auto made = std::make_unique<ArchiveLibrary>();
        const bool whole = find(handle, "archive_read_new", made->read_new) &&
                           find(handle, "archive_read_free", made->read_free) &&
                           find(handle, "archive_read_support_filter_all", made->filters) &&
                           find(handle, "archive_read_support_format_tar", made->tar) &&
                           find(handle, "archive_read_support_format_7zip", made->seven_zip) &&
                           find(handle, "archive_read_open_filename", made->open) &&
                           find(handle, "archive_read_next_header", made->next) &&
                           find(handle, "archive_read_data", made->data) &&
                           find(handle, "archive_entry_pathname_utf8", made->name) &&
                           find(handle, "archive_entry_pathname", made->raw_name) &&
                           find(handle, "archive_entry_filetype", made->type);
        return whole ? std::move(made) : nullptr;
    }();
    return loaded.get();
}

}  // namespace

std::vector<ArchivedFile> read_archive(const std::filesystem::path& path) {
    const std::string shown = shown_path(path);
    const ArchiveLibrary* const use = archive_library();
    if (use == nullptr) {
        throw UsageError(fmt::format(
            "{} is not opened, since libarchive is not installed here: unpack it first, or install "
            "libarchive13.",
            shown));
    }
    const auto refuse = [&] {
        throw UsageError(fmt::format("{} is not an archive, or not a whole one.", shown));
    };
    const std::unique_ptr<::archive, decltype(use->read_free)> archive{use->read_new(),
                                                                       use->read_free};
    if (archive == nullptr) throw UsageError(fmt::format("{} cannot be opened.", shown));
    use->filters(archive.get());
    use->tar(archive.get());
    use->seven_zip(archive.get());
    constexpr std::size_t block = 64 << 10;
    if (use->open(archive.get(), path.c_str(), block) != ARCHIVE_OK) refuse();
    std::vector<ArchivedFile> files;
    std::uint64_t bytes = 0;
    for (;;) {
        ::archive_entry* entry = nullptr;
        const int found = use->next(archive.get(), &entry);
        if (found == ARCHIVE_EOF) return files;
        if (found < ARCHIVE_WARN) refuse();
        const char* name = use->name(entry);
        if (name == nullptr) name = use->raw_name(entry);
        if (use->type(entry) == AE_IFDIR || name == nullptr) continue;
        if (files.size() == most_archived_files)
            throw UsageError(fmt::format("{} has more than {} files.", shown, most_archived_files));
        ArchivedFile file{.name = name};
        if (file.name.starts_with("./")) file.name.erase(0, 2);
        if (use->type(entry) != AE_IFREG)
            file.refused = fmt::format("{} is not a file.", printable(name));
        std::array<char, block> part{};
        while (file.refused.empty()) {
            const la_ssize_t got = use->data(archive.get(), part.data(), part.size());
            if (got < 0) refuse();
            if (got == 0) break;
            file.bytes.append(part.data(), static_cast<std::size_t>(got));
            bytes += static_cast<std::uint64_t>(got);
            if (file.bytes.size() > most_text_bytes) {
                file.refused = fmt::format("{} is too large for a text.", printable(name));
                file.bytes.clear();
            }
            if (bytes > most_archive_bytes)
                throw UsageError(fmt::format("{} has more in it than a class hands in.", shown));
        }
        files.push_back(std::move(file));
    }
}

}  // namespace stridescope::cli
