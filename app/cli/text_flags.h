// Flags of a run of a CUDA text.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/experiment/text/library.h"
#include "app/experiment/text_file.h"

namespace stridescope {

/// Adds -D, --launch, --arg, --expect and --memory to a command.
class TextFlags {
  public:
    explicit TextFlags(CLI::App& app) {
        const auto group = "CUDA text";
        app.add_option("-D", defines_, "Set a #define of the text: NAME=value; may be repeated")
            ->group(group)
            ->allow_extra_args(false);
        app.add_option("--launch", launch_,
                       "How to launch it: \"kernel<<<grid, block, shared bytes>>>(arguments)\"")
            ->group(group);
        app.add_option("--arg", arguments_,
                       "What an array holds, or a scalar is: NAME=iota, NAME=random:SEED, "
                       "NAME=file:PATH, NAME=3; may be repeated")
            ->group(group)
            ->allow_extra_args(false);
        app.add_option("--expect", expect_,
                       "What the result is compared with, such as \"out = scan(in)\"")
            ->group(group);
        app.add_option("--args", program_arguments_,
                       "What the text's main is given, as on a command line: \"1024 -v\"")
            ->group(group);
        app.add_option("-I", include_folders_, "Where #include looks, too; may be repeated")
            ->group(group)
            ->allow_extra_args(false);
        app.add_option(
               "--memory", memory_,
               "When other blocks see what one stores: immediate, or weak:SEED, late and in "
               "any order where no __threadfence() stands between")
            ->group(group);
    }

    bool any() const {
        return !(defines_.empty() && launch_.empty() && arguments_.empty() && expect_.empty() &&
                 memory_.empty() && program_arguments_.empty() && include_folders_.empty());
    }
    /// Whether -D sets it.
    bool sets(const std::string& name) const {
        return std::ranges::any_of(
            defines_, [&](const std::string& text) { return text.starts_with(name + "="); });
    }
    /// The text in the file, with what the flags set. Throws UsageError.
    TextSpec spec(const std::string& path, const std::string& kernel) const {
        TextSpec spec = open_text(path, path);
        spec.kernel = kernel;
        add_to(spec);
        return spec;
    }
    /// What the flags set, to a text that is there. A later setting of a name wins.
    void add_to(TextSpec& spec) const {
        spec.launch = launch_;
        spec.expect = expect_;
        spec.program_arguments = program_arguments_;
        spec.include_folders = include_folders_;
        if (!memory_.empty()) spec.weak_memory = parse_memory(memory_);
        for (const std::string& text : defines_) set(spec.defines, parse_setting("-D", text));
        for (const std::string& text : arguments_)
            set(spec.arguments, parse_setting("--arg", text));
    }

  private:
    static void set(std::vector<Setting>& settings, Setting setting) {
        std::erase_if(settings, [&](const Setting& other) { return other.first == setting.first; });
        settings.push_back(std::move(setting));
    }

    std::vector<std::string> defines_, arguments_;
    std::vector<std::string> include_folders_;
    std::string launch_, expect_, memory_, program_arguments_;
};

}  // namespace stridescope
