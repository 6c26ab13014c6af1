#include "app/experiment/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "app/io/printable.h"
#include "kernels/catalog.h"
#include "kernels/layout.h"

namespace stridescope {
namespace {

/// What a block can have of it on the largest GPUs, those of compute capability 9.0 and 10.0 (CUDA
/// C++ Programming Guide, "Technical Specifications per Compute Capability").
constexpr std::size_t most_shared_bytes = 227 * 1024;

/// "a, b or c": how a sentence offers a choice.
template <class List, class Name>
std::string choice(const List& list, Name name) {
    std::string text;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0) text += i + 1 == list.size() ? " or " : ", ";
        text += name(list[i]);
    }
    return text;
}

std::string why_block_impossible(const KernelInfo& info, int block) {
    if (block < info.limits.min_block || block > info.limits.max_block ||
        !std::has_single_bit(static_cast<unsigned>(block))) {
        return fmt::format(
            "Invalid block size {}: {} takes a power of two from {} to {} (--block).", block,
            info.title, info.limits.min_block, info.limits.max_block);
    }
    return {};
}

std::string why_coarsen_impossible(const KernelInfo& info, int coarsen) {
    if (takes_coarsening(info, coarsen)) return {};
    if (info.limits.max_coarsen == 1) {
        return fmt::format("{} runs with --coarsen 1 only{}{}", info.title,
                           info.limits.coarsen_reason.empty() ? "." : ". ",
                           info.limits.coarsen_reason);
    }
    return fmt::format(
        "Invalid coarsening {}: {} takes {}from 1 to {} elements per thread (--coarsen).", coarsen,
        info.title, info.limits.power_of_two_section ? "a power of two " : "",
        info.limits.max_coarsen);
}

/// Kernels count elements in int, and the last section may reach past N: its last index must fit.
std::string why_n_impossible(std::int64_t n, std::int64_t section) {
    if (n < 0) return fmt::format("Invalid N {}: give --n 0 or more.", n);
    constexpr std::int64_t indices = std::int64_t{1} << 31;
    const std::int64_t most = std::min(indices - 1, indices / section * section);
    if (n > most) {
        return fmt::format(
            "N = {} is too large: with sections of {} elements --n goes up to {}, since kernels "
            "count elements in 32 bits.",
            n, section, most);
    }
    return {};
}

/// What a block's shared array takes must be there: the emulator runs nothing that no GPU could.
std::string why_shared_impossible(const KernelInfo& info, const Experiment& experiment,
                                  const Shape& shape) {
    const auto bytes = static_cast<std::size_t>(words_of(info, experiment.padding, shape)) *
                       size_of(experiment.type);
    if (bytes <= most_shared_bytes) return {};
    return fmt::format(
        "{} over {} elements of {} takes {} KiB of shared memory per block, and no GPU gives a "
        "block more than {} KiB: give a smaller --block or --coarsen, or a narrower --type.",
        info.title, shape.section, name_of(experiment.type), (bytes + 1023) / 1024,
        most_shared_bytes / 1024);
}

std::string why_machine_impossible(const Experiment& experiment) {
    if (experiment.sms < 1 || experiment.sms > most_sms) {
        return fmt::format("Cannot emulate {} multiprocessors: give --sms 1 to {}.", experiment.sms,
                           most_sms);
    }
    if (experiment.resident < 1 || experiment.resident > most_resident) {
        return fmt::format(
            "{} blocks cannot be resident on a multiprocessor: give --resident 1 to "
            "{}.",
            experiment.resident, most_resident);
    }
    const Experiment usual;
    const bool chosen = experiment.sms != usual.sms || experiment.resident != usual.resident;
    if (chosen && experiment.engine == EngineChoice::cuda) {
        return "A GPU has a fixed number of multiprocessors: --sms and --resident need --engine "
               "cpu.";
    }
    return {};
}

}  // namespace

const CatalogueEntry& kernel_of(const Experiment& experiment) {
    if (const CatalogueEntry* entry = find_kernel(experiment.kernel)) return *entry;
    throw UsageError(fmt::format(
        "There is no kernel \"{}\": choose {} (--kernel; `stridescope-cli kernels` also lists "
        "those that are broken on purpose).",
        excerpt(experiment.kernel),
        choice(correct_kernels(), [](const CatalogueEntry& entry) { return entry.info.id; })));
}

Experiment emulated_as_on_gpu(Experiment experiment) {
    experiment.engine = EngineChoice::cpu;
    if (kernel_of(experiment).info.cooperation.needs_all_resident) {
        experiment.sms = most_sms;
        experiment.resident = most_resident;
    }
    return experiment;
}

std::string why_impossible(const Experiment& experiment) {
    // Its own faults are told as it is run.
    if (experiment.text) return why_machine_impossible(experiment);
    const CatalogueEntry* entry = nullptr;
    try {
        entry = &kernel_of(experiment);
    } catch (const UsageError& error) {
        return error.what();
    }
    const KernelInfo& info = entry->info;
    if (std::string why = why_block_impossible(info, experiment.block); !why.empty()) return why;
    if (std::string why = why_coarsen_impossible(info, experiment.coarsen); !why.empty()) {
        return why;
    }
    const Shape shape = shape_of(info, experiment.block, experiment.coarsen);
    if (experiment.n) {
        if (std::string why = why_n_impossible(*experiment.n, shape.section); !why.empty()) {
            return why;
        }
    }
    if (std::string why = why_shared_impossible(info, experiment, shape); !why.empty()) return why;
    if (experiment.scan == Scan::exclusive && !info.takes_exclusive) {
        return fmt::format("{} only has the inclusive scan: choose --scan inclusive.", info.title);
    }
    if (experiment.engine == EngineChoice::cuda && info.is_broken()) {
        return fmt::format(
            "{} is broken on purpose and would do harm on a GPU: choose --engine cpu, the "
            "emulator.",
            info.title);
    }
    if (experiment.engine == EngineChoice::cuda && experiment.schedule != Schedule{}) {
        return "A GPU schedules its own warps: --schedule needs --engine cpu.";
    }
    if (std::string why = why_machine_impossible(experiment); !why.empty()) return why;
    if (experiment.first_blocks && *experiment.first_blocks < 1) {
        return fmt::format("Recording {} blocks shows nothing: give --blocks first:1 or more.",
                           *experiment.first_blocks);
    }
    return {};
}

Shape shape_of(const Experiment& experiment) {
    const CatalogueEntry& entry = kernel_of(experiment);
    if (const std::string why = why_impossible(experiment); !why.empty()) throw UsageError(why);
    return shape_of(entry.info, experiment.block, experiment.coarsen);
}

}  // namespace stridescope
