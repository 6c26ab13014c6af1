// The experiment flags, the same for the window and the command line. The only place besides the
// mains that knows CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>

#include "app/cli/machine_flags.h"
#include "app/cli/text_flags.h"
#include "app/experiment/experiment.h"
#include "app/experiment/text/scan_flags.h"

namespace stridescope {

/// Adds --kernel, --block, … to a command; after parsing, `experiment()` is what they say.
class ExperimentFlags {
  public:
    /// `base`: what holds where no flag is given.
    explicit ExperimentFlags(CLI::App& app, Experiment base = {})
        : base_{std::move(base)}, text_flags_{app}, machine_flags_{app} {
        const auto group = "Experiment";
        const auto add = [&](const char* flag, std::string& text, const char* help) {
            app.add_option(flag, text, help)->group(group);
        };
        add("--kernel", kernel_,
            "Kernel to run: `stridescope-cli kernels` lists them; a .cu file; with one, a kernel "
            "in it");
        app.add_option("--block", block_, "Threads in a block: the knob BLOCK")->group(group);
        app.add_option("--coarsen", coarsen_, "Elements per thread: the knob COARSEN")
            ->group(group);
        app.add_option("--n", n_,
                       "Number of elements (default: as many as the input has, or one block)")
            ->group(group);
        add("--pad", pad_,
            "Layout of shared memory: none, every32, two-level or xor (the knob PADDING)");
        add("--type", type_, "Element type: i32, u32, f32, f64 or i64");
        add("--op", op_, "Operator: add, max, min or last (the last that is not 0)");
        add("--scan", scan_,
            "Which scan: inclusive, or exclusive (each result without its own element)");
        add("--engine", engine_, "Where to run: auto, cpu (the machine) or cuda");
        add("--input", input_,
            "The numbers: ones, iota (0 1 2 …), random:SEED, values:1,2,3 or file:PATH "
            "(.csv, .txt, .npy)");
        add("--blocks", blocks_, "Which blocks to record: all, or first:K");
    }

    /// Lets a command take a CUDA text's file as well.
    void add_text(CLI::App& app) {
        app.add_option("text", text_, "A CUDA text to run (.cu) instead of a --kernel");
    }

    /// Throws UsageError for texts that don't parse. Whether the kernel can run so is checked
    /// later.
    Experiment experiment() const { return experiment_of(text_); }

    /// The same of the CUDA text at `text`; empty: of none, or of the one that --kernel names.
    Experiment experiment_of(const std::string& text) const {
        Experiment e = base_;
        const bool by_kernel = text.empty() && is_text_path(kernel_);
        if (const std::string& path = by_kernel ? kernel_ : text; !path.empty()) {
            e.text = text_flags_.spec(path, by_kernel ? std::string{} : kernel_);
        } else if (text_flags_.any() && kernel_.empty()) {
            throw UsageError(
                "-D, --launch, --arg, --expect and --memory are of a CUDA text: name its file, "
                "such "
                "as record mine.cu.");
        }
        const bool by_id = text.empty() && !by_kernel && !kernel_.empty();
        const auto said = [&](const auto& number) {
            return number ? std::to_string(*number) : std::string{};
        };
        for (const auto& [flag, value] : {std::pair{"--kernel", by_id ? kernel_ : std::string{}},
                                          {"--block", said(block_)},
                                          {"--coarsen", said(coarsen_)},
                                          {"--pad", pad_},
                                          {"--type", type_},
                                          {"--op", op_},
                                          {"--scan", scan_},
                                          {"--input", input_},
                                          {"--n", said(n_)}}) {
            if (!value.empty()) set_scan_flag(e.text, flag, value);
        }
        if (by_id) text_flags_.add_to(e.text);
        // Nothing at all was named: the first scan.
        if (e.text.text.empty()) e.text = text_of_kernel("kogge-stone");
        if (!engine_.empty()) e.engine = parse_engine(engine_);
        if (!blocks_.empty()) e.first_blocks = parse_blocks(blocks_);
        machine_flags_.set(e);
        return e;
    }

    /// Whether they choose the block's size.
    bool choose_block() const { return block_ || text_flags_.sets("BLOCK"); }
    /// Whether any experiment flag was given.
    bool any() const {
        return block_ || coarsen_ || n_ || text_flags_.any() || machine_flags_.any() ||
               !text_.empty() ||
               !(kernel_.empty() && pad_.empty() && type_.empty() && op_.empty() && scan_.empty() &&
                 engine_.empty() && input_.empty() && blocks_.empty());
    }

  private:
    Experiment base_;
    TextFlags text_flags_;
    MachineFlags machine_flags_;
    std::string text_;
    std::string kernel_, pad_, type_, op_, scan_, engine_, input_, blocks_;
    std::optional<int> block_, coarsen_;
    std::optional<std::int64_t> n_;
};

}  // namespace stridescope
