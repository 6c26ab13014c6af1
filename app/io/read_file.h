// Reading whole files, never more than was bargained for: of a device or an endless pipe there is
// no end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace stridescope {

/// What is to be read, for the sentences that say why it is not.
struct WantedFile {
    std::string what{};        ///< "a trace file (.npz)"
    std::uint64_t most = 0;    ///< bytes; larger ones are refused
    std::string if_missing{};  ///< what to do where there is no such file; "check the path"
    /// What the file begins with: anything else is refused before it is read to its end. Empty:
    /// whatever.
    std::string magic{};
};

/// From now on pipes are read and written too, waiting for whoever is at their other ends: the
/// command line may be one of a pipeline's programs. A window waits for nobody.
void wait_for_pipes();
bool waits_for_pipes();

/// All of the file. Throws UsageError: one sentence that names it.
std::vector<std::byte> read_file(const std::filesystem::path& path, const WantedFile& wanted);
/// All of standard input; throws as read_file does.
std::vector<std::byte> read_stdin(const WantedFile& wanted);

std::string as_text(const std::vector<std::byte>& bytes);

// Files that a document names: beside it, or below its folder, and nowhere else.

/// The file that a document in `folder` calls `name`. Throws UsageError, half a sentence, for a
/// path that is absolute or leads out of the folder, through its own parts or through links.
std::filesystem::path within_folder(const std::filesystem::path& folder,
                                    const std::filesystem::path& name);

}  // namespace stridescope
