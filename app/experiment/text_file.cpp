#include "app/experiment/text_file.h"

#include <fmt/format.h>

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "app/experiment/experiment.h"

namespace stridescope {

bool names_text(const std::string& path) {
    const std::string ending = std::filesystem::path{path}.extension().string();
    return ending == ".cu" || ending == ".cuh";
}

TextSpec read_cuda_text(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        throw UsageError(fmt::format("{} is a folder: name a .cu file in it.", path));
    }
    if (std::filesystem::exists(path, ignored) &&
        !std::filesystem::is_regular_file(path, ignored)) {
        throw UsageError(fmt::format("{} is no regular file: name a .cu file.", path));
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(path.c_str(), "rb"),
                                                               &std::fclose};
    if (!file) {
        throw UsageError(
            fmt::format("{} cannot be opened ({}): check the path.", path, std::strerror(errno)));
    }
    TextSpec spec{.path = path};
    spec.text.resize(most_text_bytes + 1);
    spec.text.resize(std::fread(spec.text.data(), 1, spec.text.size(), file.get()));
    if (std::ferror(file.get()) != 0) {
        throw UsageError(fmt::format("{} cannot be read ({}).", path, std::strerror(errno)));
    }
    if (spec.text.size() > most_text_bytes) {
        throw UsageError(fmt::format("{} is longer than {} KiB, which no CUDA text needs.", path,
                                     most_text_bytes / 1024));
    }
    return spec;
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
        throw UsageError(fmt::format("Invalid {} \"{}\": write {} NAME=value.", flag, text, flag));
    }
    if (!begins) {
        throw UsageError(fmt::format("Invalid {} \"{}\": write {} NAME=value.", flag, text, flag));
    }
    return setting;
}

}  // namespace stridescope
