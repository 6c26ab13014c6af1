#include "app/experiment/text/run_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/experiment/text_file.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

using Part = RunField::Part;
using Texts = std::vector<std::string>;

int number_of(std::string_view flag, const std::string& text) {
    int value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && stop == end && !text.empty()) return value;
    throw UsageError(fmt::format("{} \"{}\" is not a whole number.", flag, excerpt(text)));
}

/// A later setting of a name takes an earlier one's place.
void add(std::vector<Setting>& all, std::string_view flag, const std::string& text) {
    Setting setting = parse_setting(std::string{flag}, text);
    std::erase_if(all, [&](const Setting& other) { return other.first == setting.first; });
    all.push_back(std::move(setting));
}

Texts written(const std::vector<Setting>& settings) {
    Texts texts;
    for (const auto& [name, value] : settings) texts.push_back(name + "=" + value);
    return texts;
}
Texts once(std::string text, bool is_usual) {
    if (is_usual) return {};
    return {std::move(text)};
}

/// A flag that sets a knob of a scan.
constexpr RunField scan(std::string_view flag, std::string_view value, std::string_view help) {
    return {.flag = flag, .part = Part::scan, .value = value, .help = help};
}

constexpr RunField fields[]{
    scan("--kernel", "TEXT",
         "Kernel to run: `stridescope-cli kernels` lists them; a .cu file; with one, a kernel in "
         "it"),
    scan("--block", "INT", "Threads in a block: the knob BLOCK"),
    scan("--coarsen", "INT", "Elements per thread: the knob COARSEN"),
    scan("--n", "INT", "Number of elements (default: as many as the input has, or one block)"),
    scan("--pad", "none|every32|two-level|xor", "Layout of shared memory (the knob PADDING)"),
    scan("--type", "i32|u32|f32|f64|i64", "Element type"),
    scan("--op", "add|max|min|last", "Operator; last: the last that is not 0"),
    scan("--scan", "inclusive|exclusive",
         "Which scan; exclusive: each result without its own element"),
    scan("--input", "ones|iota|random:SEED|values:1,2,3|file:PATH",
         "The numbers; iota: 0 1 2 …; a file: .csv, .txt, .npy"),
    {.flag = "-D",
     .name = "defines",
     .help = "Set a #define of the text: NAME=value; may be repeated",
     .repeats = true,
     .set = [](Experiment& e, const std::string& text) { add(e.text.defines, "-D", text); },
     .said = [](const Experiment& e) { return written(e.text.defines); }},
    {.flag = "--launch",
     .name = "launch",
     .help = "How to launch it: \"kernel<<<grid, block, shared bytes>>>(arguments)\"",
     .words = "launch",
     .set = [](Experiment& e, const std::string& text) { e.text.launch = text; },
     .said = [](const Experiment& e) { return once(e.text.launch, e.text.launch.empty()); }},
    {.flag = "--arg",
     .name = "arguments",
     .help = "What an array holds, or a scalar is: NAME=iota, NAME=random:SEED, NAME=file:PATH, "
             "NAME=3; may be repeated",
     .repeats = true,
     .set = [](Experiment& e, const std::string& text) { add(e.text.arguments, "--arg", text); },
     .said = [](const Experiment& e) { return written(e.text.arguments); }},
    {.flag = "--expect",
     .name = "expect",
     .help = "What the result is compared with, such as \"out = scan(in)\"",
     .words = "expectation",
     .set = [](Experiment& e, const std::string& text) { e.text.expect = text; },
     .said = [](const Experiment& e) { return once(e.text.expect, e.text.expect.empty()); }},
    {.flag = "--args",
     .name = "program_arguments",
     .help = "What the text's main is given, as on a command line: \"1024 -v\"",
     .words = "arguments",
     .set = [](Experiment& e, const std::string& text) { e.text.program_arguments = text; },
     .said =
         [](const Experiment& e) {
             return once(e.text.program_arguments, e.text.program_arguments.empty());
         }},
    {.flag = "--stdin",
     .name = "standard_input",
     .help = "What the text's main reads of its standard input: \"32 3.5\"",
     .words = "input",
     .set = [](Experiment& e, const std::string& text) { e.text.standard_input = text; },
     .said =
         [](const Experiment& e) {
             return once(e.text.standard_input, e.text.standard_input.empty());
         }},
    {.flag = "-I",
     .name = "include_folders",
     .help = "Where #include looks, too; may be repeated",
     .words = "include folders",
     .repeats = true,
     .set = [](Experiment& e, const std::string& text) { e.text.include_folders.push_back(text); },
     .said = [](const Experiment& e) { return e.text.include_folders; }},
    {.flag = "--memory",
     .name = "memory",
     .value = "immediate|weak:SEED",
     .help = "When other blocks see what one stores: at once, or late and in any order where no "
             "__threadfence() stands between",
     .words = "memory",
     .usual = "immediate",
     .set = [](Experiment& e, const std::string& text) { e.text.weak_memory = parse_memory(text); },
     .said =
         [](const Experiment& e) {
             return once(text_of_memory(e.text.weak_memory), !e.text.weak_memory);
         }},
    {.flag = "--engine",
     .name = "engine",
     .part = Part::engine,
     .value = "auto|cpu|cuda",
     .help = "Where to run; cpu: the machine",
     .words = "engine",
     .usual = "auto",
     .set = [](Experiment& e, const std::string& text) { e.engine = parse_engine(text); },
     .said =
         [](const Experiment& e) {
             return once(std::string{name_of(e.engine)}, e.engine == EngineChoice::automatic);
         }},
    {.flag = "--blocks",
     .name = "blocks",
     .part = Part::engine,
     .value = "all|first:K",
     .help = "Which blocks to record",
     .words = "recorded blocks",
     .usual = "all",
     .set = [](Experiment& e, const std::string& text) { e.first_blocks = parse_blocks(text); },
     .said =
         [](const Experiment& e) {
             return once(fmt::format("first:{}", e.first_blocks.value_or(0)), !e.first_blocks);
         }},
    {.flag = "--sms",
     .name = "sms",
     .part = Part::machine,
     .value = "INT",
     .help = "Multiprocessors of the machine, for blocks that have to do with each other",
     .words = "SMs",
     .usual = "4",
     .set = [](Experiment& e, const std::string& text) { e.sms = number_of("--sms", text); },
     .said =
         [](const Experiment& e) {
             return once(fmt::to_string(e.sms), e.sms == Experiment{}.sms);
         }},
    {.flag = "--resident",
     .name = "resident",
     .part = Part::machine,
     .value = "INT",
     .help = "Resident blocks per multiprocessor",
     .words = "resident",
     .usual = "16",
     .set = [](Experiment& e,
               const std::string& text) { e.resident = number_of("--resident", text); },
     .said =
         [](const Experiment& e) {
             return once(fmt::to_string(e.resident), e.resident == Experiment{}.resident);
         }},
    {.flag = "--schedule",
     .name = "schedule",
     .part = Part::machine,
     .value = "ascending|descending|random:SEED|lane-random:SEED",
     .help = "Order in which blocks start and their warps run between barriers; \"@3-5\" behind "
             "it: in turns 3 to 5 of each block alone",
     .words = "schedule",
     .usual = "ascending",
     .set = [](Experiment& e, const std::string& text) { e.schedule = parse_schedule(text); },
     .said =
         [](const Experiment& e) { return once(text_of(e.schedule), e.schedule == Schedule{}); }},
};

/// `--kernel NAME` is a kernel in the text that is there, a file, or one of the library.
void set_kernel(Experiment& experiment, const std::string& name, bool has_text) {
    if (has_text) {
        experiment.text.kernel = name;
    } else if (is_text_path(name)) {
        experiment.text = read_cuda_text(name);
    } else {
        set_scan_flag(experiment.text, "--kernel", name);
    }
}

}  // namespace

std::span<const RunField> run_fields() {
    return fields;
}

const RunField* run_field_of(std::string_view flag) {
    const auto found = std::ranges::find(fields, flag, &RunField::flag);
    return found == std::end(fields) ? nullptr : &*found;
}

void set_run_fields(Experiment& experiment, const std::vector<Setting>& flags, bool has_text) {
    for (const std::string_view scan : scan_flags) {
        for (const auto& [flag, text] : flags) {
            if (flag != scan) continue;
            if (flag == "--kernel") {
                set_kernel(experiment, text, has_text);
            } else {
                set_scan_flag(experiment.text, flag, text);
            }
        }
    }
    for (const auto& [flag, text] : flags) {
        const RunField& field = *run_field_of(flag);
        if (field.set == nullptr) continue;
        if (field.part == Part::text && experiment.text.text.empty()) {
            throw UsageError(fmt::format("{} is of a CUDA text: name its file before it.", flag));
        }
        field.set(experiment, text);
    }
}

}  // namespace stridescope
