#include "app/experiment/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

}  // namespace

TextFile text_of_bytes(std::string_view bytes) {
    TextFile file;
    if (bytes.starts_with(utf8_mark)) {
        file.form.mark = true;
        bytes.remove_prefix(utf8_mark.size());
    }
    std::size_t returns = 0, plain = 0;
    file.text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const bool pair = bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n';
        if (pair) {
            ++returns;
            ++i;
        } else if (bytes[i] == '\n') {
            ++plain;
        }
        file.text += bytes[i];
    }
    file.form.returns = returns > plain;
    return file;
}

std::string bytes_of_text(std::string_view text, const TextForm& form) {
    std::string bytes;
    bytes.reserve(text.size() + utf8_mark.size());
    if (form.mark) bytes += utf8_mark;
    for (const char c : text) {
        if (c == '\n' && form.returns) bytes += '\r';
        bytes += c;
    }
    return bytes;
}

TextFile read_text_file(const std::filesystem::path& path) {
    const std::string bytes =
        as_text(read_file(path, {.what = "a CUDA text (.cu)", .most = most_text_bytes}));
    if (bytes.find('\0') != std::string::npos) {
        throw UsageError(
            fmt::format("{} is not a text: choose a CUDA text (.cu).", shown_path(path)));
    }
    return text_of_bytes(bytes);
}

TextSpec read_cuda_text(const std::string& path) {
    return {.path = path, .text = read_text_file(path).text};
}

Setting parse_setting(const std::string& flag, const std::string& text) {
    const std::size_t equals = text.find('=');
    Setting setting{text.substr(0, equals),
                    equals == std::string::npos ? std::string{} : text.substr(equals + 1)};
    const std::string& name = setting.first;
    const bool begins =
        !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) != 0 || name[0] == '_');
    for (const char c : name) {
        if (begins && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')) continue;
        throw UsageError(
            fmt::format("Invalid {} \"{}\": write {} NAME=value.", flag, excerpt(text), flag));
    }
    if (!begins) {
        throw UsageError(
            fmt::format("Invalid {} \"{}\": write {} NAME=value.", flag, excerpt(text), flag));
    }
    return setting;
}

bool is_text_path(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    for (char& letter : ending) {
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return ending == ".cu" || ending == ".cuh";
}

}  // namespace stridescope
