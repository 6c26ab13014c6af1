// An experiment as a line of flags, and read from one.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/experiment/shell_word.h"
#include "app/experiment/text/array_numbers.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/run_fields.h"
#include "app/experiment/text_file.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

/// The line's words as a POSIX shell splits them, as far as command_line() writes them: blanks
/// part them, single quotes keep blanks, a backslash outside of quotes keeps what follows it, and
/// within $'…' it makes \x1b of a number.
class WordReader {
  public:
    explicit WordReader(const std::string& line) : line_{line} {}

    std::vector<std::string> words() {
        std::vector<std::string> words;
        bool within = false;
        while (at_ < line_.size()) {
            if (line_[at_] == ' ' || line_[at_] == '\t') {
                within = false;
                ++at_;
                continue;
            }
            if (!within) words.emplace_back();
            within = true;
            part(words.back());
        }
        return words;
    }

  private:
    void part(std::string& word) {
        const char c = line_[at_++];
        const bool more = at_ < line_.size();
        if (c == '\'') {
            quoted(word, false);
        } else if (c == '$' && more && line_[at_] == '\'') {
            ++at_;
            quoted(word, true);
        } else if (c == '\\' && more) {
            word += line_[at_++];
        } else {
            word += c;
        }
    }

    void quoted(std::string& word, bool escapes) {
        while (at_ < line_.size()) {
            const char c = line_[at_++];
            if (c == '\'') return;
            if (!escapes || c != '\\' || at_ == line_.size()) {
                word += c;
            } else if (line_[at_] == 'x') {
                ++at_;
                unsigned char byte = 0;
                const char* const first = line_.data() + at_;
                const char* const end = line_.data() + std::min(at_ + 2, line_.size());
                at_ += static_cast<std::size_t>(std::from_chars(first, end, byte, 16).ptr - first);
                word += static_cast<char>(byte);
            } else {
                word += line_[at_++];
            }
        }
        throw UsageError("Unclosed quotation mark ('): close it.");
    }

    const std::string& line_;
    std::size_t at_ = 0;
};

/// What a line names by its name: its text, and files.
struct NamedFiles {
    std::function<TextSpec(const std::string& name)> text;
    std::function<std::string(const std::string& path)> located;
};

Experiment experiment_of(const std::string& line, const Experiment& base, const NamedFiles& files);

}  // namespace

std::vector<std::string> shell_words(const std::string& line) {
    return WordReader{line}.words();
}

std::string command_line(const Experiment& experiment) {
    // A text's file, which has to be saved, and then what was set.
    const TextSpec& text = experiment.text;
    std::string line = shell_word(text.path.empty() ? name_of(text) : text.path);
    if (!text.kernel.empty()) line += " --kernel " + shell_word(text.kernel);
    for (const RunField& field : run_fields()) {
        if (field.said == nullptr) continue;
        for (const std::string& said : field.said(experiment)) {
            line += fmt::format(" {} {}", field.flag, shell_word(said));
        }
    }
    return line;
}

Experiment experiment_of_line(const std::string& line, const Experiment& base,
                              const std::optional<std::filesystem::path>& folder) {
    const auto located = [&folder](const std::string& path) {
        return folder ? within_folder(*folder, path).string() : path;
    };
    const auto text = [&located](const std::string& name) {
        return open_text(name, located(name));
    };
    return experiment_of(line, base, {text, located});
}

Experiment experiment_of_address(const std::string& line, const std::vector<Setting>& texts,
                                 const Experiment& base) {
    const auto text = [&texts](const std::string& name) {
        const auto brought = std::ranges::find(texts, name, &Setting::first);
        if (brought != texts.end()) return TextSpec{.text = brought->second};
        const LibraryText* own = find_text(std::filesystem::path{name}.stem().string());
        if (own != nullptr) return spec_of(*own);
        throw UsageError(fmt::format(
            "The address names \"{}\" and does not hold that text: copy the whole link.",
            excerpt(name)));
    };
    const auto located = [](const std::string& path) -> std::string {
        throw UsageError(fmt::format("An address cannot name a file: \"{}\".", excerpt(path)));
    };
    Experiment experiment = experiment_of(line, base, {text, located});
    for (const auto& [name, fill] : experiment.text.arguments) {
        if (fill.starts_with(file_word)) located(fill.substr(file_word.size()));
    }
    return experiment;
}

namespace {

Experiment experiment_of(const std::string& line, const Experiment& base, const NamedFiles& files) {
    const std::vector<std::string> words = WordReader{line}.words();
    const auto value = [&files](const std::string& flag, const std::string& text) {
        if (flag == "--kernel" && is_text_path(text)) return files.located(text);
        if (flag == "-I") return files.located(text);
        if (flag == "--input" && text.starts_with(file_word)) {
            return std::string{file_word} + files.located(text.substr(file_word.size()));
        }
        return text;
    };
    Experiment experiment = base;
    bool has_file = false;
    std::vector<Setting> flags;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == 0 && is_text_path(words[i])) {
            experiment = {};
            experiment.text = files.text(words[i]);
            has_file = true;
            continue;
        }
        // Both "--block 16" and "--block=16", as the programs themselves take them.
        const std::size_t equals = words[i].find('=');
        const std::string flag = words[i].substr(0, equals);
        if (run_field_of(flag) == nullptr) {
            std::string names;
            for (const RunField& field : run_fields()) names += fmt::format("{} ", field.flag);
            names.pop_back();
            throw UsageError(fmt::format("\"{}\" is not an experiment flag: choose one of {}.",
                                         excerpt(words[i]), names));
        }
        if (equals != std::string::npos) {
            flags.emplace_back(flag, value(flag, words[i].substr(equals + 1)));
        } else if (i + 1 < words.size()) {
            flags.emplace_back(flag, value(flag, words[i + 1]));
            ++i;
        } else {
            throw UsageError(fmt::format("{} needs a value.", flag));
        }
    }
    set_run_fields(experiment, flags, has_file);
    return experiment;
}

}  // namespace

}  // namespace stridescope
