#include "app/io/within_folder.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {

std::filesystem::path within_folder(const std::filesystem::path& folder,
                                    const std::filesystem::path& name) {
    namespace fs = std::filesystem;
    const auto refuse = [&] {
        throw UsageError(fmt::format(
            "\"{}\" lies outside the folder: name a file in it, without a path before it",
            shown_path(name)));
    };
    const fs::path plain = name.lexically_normal();
    if (name.empty() || name.is_absolute() || plain.begin()->native() == "..") refuse();
    const fs::path inside = folder.empty() ? fs::path{"."} : folder;
    std::error_code error;
    const fs::path root = fs::weakly_canonical(inside, error);
    if (error) return inside / plain;  // neither is there; reading says so
    const fs::path file = fs::weakly_canonical(inside / plain, error);
    if (error) return inside / plain;
    if (std::ranges::mismatch(root, file).in1 != root.end()) refuse();
    return inside / plain;
}

}  // namespace stridescope
