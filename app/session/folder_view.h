// What is in a folder, for the file dialog: no ImGui here.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

struct FolderEntry {
    std::string name;
    bool folder = false;
    std::uintmax_t bytes = 0;  ///< files only
    std::time_t changed = 0;   ///< 0 where it cannot be told
};

/// Which entries are shown, and in which order.
struct FolderOptions {
    std::vector<std::string> endings;  ///< of the files wanted (".npz"); empty: all files
    bool hidden = false;               ///< also those that begin with a dot
    enum class Order { name, size, changed } order = Order::name;
    bool descending = false;
};

/// A folder as it was when it was looked at last.
class FolderView {
  public:
    /// Looks at `folder`. If it cannot be read, stays where it was; problem() says why.
    void enter(const std::filesystem::path& folder);
    /// The folder above; stays at the root.
    void up();
    void set_options(FolderOptions options);

    const std::filesystem::path& folder() const { return folder_; }
    const FolderOptions& options() const { return options_; }
    /// Folders first.
    const std::vector<FolderEntry>& entries() const { return entries_; }
    const std::string& problem() const { return problem_; }  ///< empty if there is none

    /// Places (in entries()) of those that hold `text`, in any case; all for an empty one.
    std::vector<std::size_t> matching(std::string_view text) const;
    /// What a typed text means here: absolute, from the home folder (~), or from this folder.
    std::filesystem::path path_of(const std::string& typed) const;
    /// Makes a folder here and goes into it. If it cannot be made, problem() says why.
    bool make_folder(const std::string& name);

  private:
    bool read(const std::filesystem::path& folder);
    void sort();

    std::filesystem::path folder_;
    FolderOptions options_;
    std::vector<FolderEntry> entries_;
    std::string problem_;
};

/// Where the user's files are ($HOME); empty if nobody says.
std::filesystem::path home_folder();

/// A file's size for people: "812 bytes", "3.4 kB", "12.0 MB".
std::string size_words(std::uintmax_t bytes);
/// A day and time: "2024-03-09 14:05"; empty for 0.
std::string time_words(std::time_t when);

}  // namespace stridescope
