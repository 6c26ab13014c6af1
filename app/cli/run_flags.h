// The flags of a run, the same for the window and the command line. The only place besides the
// mains that knows CLI11.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/run_fields.h"
#include "app/experiment/text/scan_flags.h"
#include "app/experiment/text_file.h"

namespace stridescope {

/// Adds the flags of those parts of a run to a command (run_fields.h), and has what was said.
class RunFlags {
  public:
    using Part = RunField::Part;

    RunFlags(CLI::App& app, std::initializer_list<Part> parts) {
        const bool of_scans = std::ranges::count(parts, Part::scan) > 0;
        for (const RunField& field : run_fields()) {
            if (std::ranges::count(parts, field.part) == 0) continue;
            const std::string flag{field.flag};
            std::string help{field.help};
            if (field.value == "INT" && field.part == Part::machine)
                help += fmt::format(" ({})", field.usual);
            const bool of_text = field.part == Part::text || field.part == Part::machine;
            CLI::Option* option =
                field.repeats
                    ? app.add_option_function<std::vector<std::string>>(
                             flag,
                             [this, flag](const std::vector<std::string>& all) {
                                 for (const std::string& text : all) said_.emplace_back(flag, text);
                             },
                             help)
                          ->allow_extra_args(false)
                    : app.add_option_function<std::string>(
                          flag,
                          [this, flag](const std::string& text) { said_.emplace_back(flag, text); },
                          help);
            option->type_name(std::string{field.value});
            option->group(of_text || !of_scans ? "CUDA text" : "Experiment");
        }
    }
    RunFlags(const RunFlags&) = delete;
    RunFlags& operator=(const RunFlags&) = delete;

    const std::vector<Setting>& said() const { return said_; }
    bool any() const { return !said_.empty(); }
    bool any_of(Part part) const {
        return std::ranges::any_of(
            said_, [&](const Setting& one) { return run_field_of(one.first)->part == part; });
    }
    /// Whether -D sets it.
    bool defines(const std::string& name) const {
        return std::ranges::any_of(said_, [&](const Setting& one) {
            return one.first == "-D" && one.second.starts_with(name + "=");
        });
    }
    /// What the flag says; empty: it was not given.
    std::string value_of(std::string_view flag) const {
        const auto found = std::ranges::find(said_, flag, &Setting::first);
        return found == said_.end() ? std::string{} : found->second;
    }
    /// Sets what those of one part say. Throws UsageError.
    void set(Part part, Experiment& experiment) const {
        for (const auto& [flag, text] : said_) {
            const RunField& field = *run_field_of(flag);
            if (field.part == part && field.set != nullptr) field.set(experiment, text);
        }
    }
    /// The run of the text in the file, with what the flags set. Throws UsageError.
    Experiment run_of(const std::string& path, const std::string& kernel,
                      Experiment experiment = {}) const {
        experiment.text = open_text(path, path);
        experiment.text.kernel = kernel;
        set_run_fields(experiment, said_, true);
        return experiment;
    }

  private:
    std::vector<Setting> said_;  ///< flag and text, as they were given
};

/// --kernel, --block, … of a command; after parsing, `experiment()` is what they say.
class ExperimentFlags {
  public:
    /// `base`: what holds where no flag is given.
    explicit ExperimentFlags(CLI::App& app, Experiment base = {})
        : base_{std::move(base)},
          flags_{app,
                 {RunField::Part::scan, RunField::Part::text, RunField::Part::machine,
                  RunField::Part::engine}} {}

    /// Lets a command take a CUDA text's file as well.
    void add_text(CLI::App& app) {
        app.add_option("text", text_, "A CUDA text to run (.cu) instead of a --kernel");
    }

    /// Throws UsageError for texts that don't parse. Whether the kernel can run so is checked
    /// later.
    Experiment experiment() const { return experiment_of(text_); }

    /// The experiment of the CUDA text at `text`; empty: of none, or of the one that --kernel
    /// names.
    Experiment experiment_of(const std::string& text) const {
        Experiment e = base_;
        std::vector<Setting> said = flags_.said();
        const std::string kernel = flags_.value_of("--kernel");
        const bool by_kernel = text.empty() && is_text_path(kernel);
        if (by_kernel)
            std::erase_if(said, [](const Setting& one) { return one.first == "--kernel"; });
        if (const std::string& path = by_kernel ? kernel : text; !path.empty()) {
            e.text = open_text(path, path);
        } else if (flags_.any_of(RunField::Part::text) && kernel.empty()) {
            throw UsageError(
                "-D, --launch, --arg, --expect and --memory are of a CUDA text: name its file, "
                "such as record mine.cu.");
        }
        set_run_fields(e, said, by_kernel || !text.empty());
        // Nothing at all was named: the first scan.
        if (e.text.text.empty()) e.text = text_of_kernel("kogge-stone");
        return e;
    }

    /// Whether they choose the block's size.
    bool choose_block() const {
        return !flags_.value_of("--block").empty() || flags_.defines("BLOCK");
    }
    /// Whether any experiment flag was given.
    bool any() const { return flags_.any() || !text_.empty(); }

  private:
    Experiment base_;
    RunFlags flags_;
    std::string text_;
};

}  // namespace stridescope
