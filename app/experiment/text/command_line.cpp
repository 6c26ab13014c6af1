// An experiment as a line of flags, and read from one.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/experiment/shell_word.h"
#include "app/experiment/text/fill.h"
#include "app/experiment/text/library.h"
#include "app/experiment/text/scan_flags.h"
#include "app/experiment/text_file.h"
#include "app/io/printable.h"
#include "app/io/within_folder.h"

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

template <class T>
T number_of(const std::string& flag, const std::string& text) {
    T value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && stop == end && !text.empty()) return value;
    throw UsageError(fmt::format("{} \"{}\" is not a whole number.", flag, excerpt(text)));
}

/// The text that a flag is of.
TextSpec& text_of_run(Experiment& experiment, std::string_view flag) {
    if (!experiment.text.text.empty()) return experiment.text;
    throw UsageError(fmt::format("{} is of a CUDA text: name its file before it.", flag));
}

/// A later setting of a name takes an earlier one's place.
void set(Experiment& experiment, const std::string& flag, std::vector<Setting> TextSpec::*settings,
         const std::string& text) {
    std::vector<Setting>& all = text_of_run(experiment, flag).*settings;
    const Setting setting = parse_setting(flag, text);
    std::erase_if(all, [&](const Setting& other) { return other.first == setting.first; });
    all.push_back(setting);
}

using Setter = std::function<void(Experiment&, const std::string&)>;

const std::map<std::string, Setter, std::less<>>& setters() {
    const auto whole = [](int Experiment::*member, const char* flag) {
        return [member, flag](Experiment& e, const std::string& text) {
            e.*member = number_of<int>(flag, text);
        };
    };
    static const std::map<std::string, Setter, std::less<>> all{
        {"--engine", [](Experiment& e, const std::string& text) { e.engine = parse_engine(text); }},
        {"--blocks",
         [](Experiment& e, const std::string& text) { e.first_blocks = parse_blocks(text); }},
        {"--schedule",
         [](Experiment& e, const std::string& text) { e.schedule = parse_schedule(text); }},
        {"-D",
         [](Experiment& e, const std::string& text) { set(e, "-D", &TextSpec::defines, text); }},
        {"--arg", [](Experiment& e,
                     const std::string& text) { set(e, "--arg", &TextSpec::arguments, text); }},
        {"--launch",
         [](Experiment& e, const std::string& text) { text_of_run(e, "--launch").launch = text; }},
        {"--expect",
         [](Experiment& e, const std::string& text) { text_of_run(e, "--expect").expect = text; }},
        {"--args",
         [](Experiment& e, const std::string& text) {
             text_of_run(e, "--args").program_arguments = text;
         }},
        {"-I",
         [](Experiment& e, const std::string& text) {
             text_of_run(e, "-I").include_folders.push_back(text);
         }},
        {"--memory",
         [](Experiment& e, const std::string& text) {
             text_of_run(e, "--memory").weak_memory = parse_memory(text);
         }},
        {"--sms", whole(&Experiment::sms, "--sms")},
        {"--resident", whole(&Experiment::resident, "--resident")},
    };
    return all;
}

/// `--kernel NAME` is a kernel in the text that the line begins with, a file, or one of the
/// library.
void set_kernel(Experiment& experiment, const std::string& name, bool has_file) {
    if (has_file) {
        experiment.text.kernel = name;
    } else if (is_text_path(name)) {
        experiment.text = read_cuda_text(name);
    } else {
        set_scan_flag(experiment.text, "--kernel", name);
    }
}

bool is_scan_flag(std::string_view flag) {
    return std::ranges::find(scan_flags, flag) != scan_flags.end();
}

/// What of a text's run a line tells: its file, which has to be saved, and what was set.
std::string command_line(const TextSpec& text) {
    std::string line = shell_word(text.path.empty() ? name_of(text) : text.path);
    if (!text.kernel.empty()) line += " --kernel " + shell_word(text.kernel);
    const auto add = [&line](const char* flag, const std::vector<Setting>& settings) {
        for (const auto& [name, value] : settings) {
            line += fmt::format(" {} {}", flag, shell_word(name + "=" + value));
        }
    };
    add("-D", text.defines);
    if (!text.launch.empty()) line += " --launch " + shell_word(text.launch);
    add("--arg", text.arguments);
    if (!text.expect.empty()) line += " --expect " + shell_word(text.expect);
    if (!text.program_arguments.empty()) line += " --args " + shell_word(text.program_arguments);
    for (const std::string& folder : text.include_folders) line += " -I " + shell_word(folder);
    if (text.weak_memory) line += " --memory " + text_of_memory(text.weak_memory);
    return line;
}

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
    std::string line = command_line(experiment.text);
    if (experiment.engine != EngineChoice::automatic)
        line += fmt::format(" --engine {}", name_of(experiment.engine));
    if (experiment.first_blocks)
        line += fmt::format(" --blocks first:{}", *experiment.first_blocks);
    const Experiment usual;
    if (experiment.sms != usual.sms) line += fmt::format(" --sms {}", experiment.sms);
    if (experiment.resident != usual.resident)
        line += fmt::format(" --resident {}", experiment.resident);
    if (experiment.schedule != Schedule{})
        line += fmt::format(" --schedule {}", text_of(experiment.schedule));
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
        if (!is_scan_flag(flag) && !setters().contains(flag)) {
            std::string names;
            for (const auto& name : scan_flags) names += fmt::format("{} ", name);
            for (const auto& [name, setter] : setters()) names += name + " ";
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
    for (const std::string_view scan : scan_flags) {
        for (const auto& [flag, said] : flags) {
            if (flag != scan) continue;
            if (flag == "--kernel") {
                set_kernel(experiment, said, has_file);
            } else {
                set_scan_flag(experiment.text, flag, said);
            }
        }
    }
    for (const auto& [flag, said] : flags) {
        if (!is_scan_flag(flag)) setters().find(flag)->second(experiment, said);
    }
    return experiment;
}

}  // namespace

}  // namespace stridescope
