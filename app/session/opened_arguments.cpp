#include "app/session/opened_arguments.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "app/io/read_file.h"

namespace stridescope {

std::string own_numbers(const Trace& trace, const std::string& array) {
    for (std::size_t k = 0; k < trace.facts().arrays.size(); ++k) {
        if (trace.facts().arrays[k].name != array) continue;
        const TypedArray& before = trace.contents(static_cast<ArrayId>(k)).before;
        if (before.size() == 0 || before.size() > most_own_numbers) return {};
        std::string text = "values:";
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (i > 0) text += ',';
            text += before.text(i);
        }
        return text;
    }
    return {};
}

std::vector<Setting> arguments_beside(const Trace& trace, const std::filesystem::path& file) {
    std::vector<Setting> arguments = trace.experiment().text.arguments;
    for (auto& [name, value] : arguments) {
        constexpr std::string_view word = "file:";
        if (!value.starts_with(word)) continue;
        const std::string path = value.substr(word.size());
        const std::filesystem::path folder = file.parent_path();
        try {
            value = fmt::format("{}{}", word, within_folder(folder, path).string());
        } catch (const UsageError&) {
            const std::string numbers = own_numbers(trace, name);
            value = !numbers.empty()
                        ? numbers
                        : fmt::format("{}{}", word,
                                      (folder / std::filesystem::path{path}.filename()).string());
        }
    }
    return arguments;
}

}  // namespace stridescope
