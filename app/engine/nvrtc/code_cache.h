// Compiled code on disk, by what it was compiled of.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::nvrtc {

class CodeCache {
  public:
    /// In $XDG_CACHE_HOME/stridescope, or ~/.cache/stridescope; nothing is kept where there is
    /// neither.
    CodeCache();
    explicit CodeCache(std::filesystem::path folder) : folder_{std::move(folder)} {}

    /// The code that was kept under this very key; nothing if there is none, or the file is
    /// damaged.
    std::optional<std::vector<std::byte>> find(std::string_view key) const;
    /// Keeps it, the least recently used ones make room. What cannot be kept is compiled anew.
    void keep(std::string_view key, std::span<const std::byte> code) const;

    static constexpr std::size_t most_files = 200;

  private:
    std::filesystem::path path(std::string_view key) const;

    std::filesystem::path folder_;
};

}  // namespace stridescope::nvrtc
