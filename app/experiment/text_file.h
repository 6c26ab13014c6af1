// Texts as files: read within bounds, and written as they were found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "app/experiment/text_spec.h"

namespace stridescope {

/// No text that a person writes is larger.
inline constexpr std::size_t most_text_bytes = std::size_t{4} << 20;

/// What a file has besides its text, and keeps when it is written again.
struct TextForm {
    /// How its letters are written; UTF-16 always has its mark.
    enum class Letters : std::uint8_t { utf8, utf16_little, utf16_big };
    Letters letters = Letters::utf8;
    bool mark = false;     ///< the mark of UTF-8 at its begin
    bool returns = false;  ///< lines end with "\r\n": most of them did

    bool operator==(const TextForm&) const = default;
};

struct TextFile {
    std::string text{};  ///< UTF-8; lines end with "\n"
    TextForm form{};
};

/// The text in a file's bytes, and the bytes of a text.
TextFile text_of_bytes(std::string_view bytes);
std::string bytes_of_text(std::string_view text, const TextForm& form);

/// Throws UsageError: what is no file, too large, no text or cannot be read.
TextFile read_text_file(const std::filesystem::path& path);

/// The document that is in the file. Throws as read_text_file does.
TextSpec read_cuda_text(const std::string& path);

/// "NAME=value" of a flag; a NAME alone has no value. Throws UsageError that names the flag.
Setting parse_setting(const std::string& flag, const std::string& text);

/// Whether a file of that name is a CUDA text (.cu, .cuh).
bool is_text_path(const std::filesystem::path& path);

}  // namespace stridescope
