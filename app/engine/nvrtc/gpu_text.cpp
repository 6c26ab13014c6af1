#include "app/engine/nvrtc/gpu_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "app/engine/machine/text_launches.h"
#include "app/engine/nvrtc/compiler.h"
#include "app/engine/nvrtc/recording_text.h"
#include "app/engine/nvrtc/times_text.h"
#include "app/io/errors.h"

namespace stridescope::nvrtc {
std::vector<std::byte> argument_bytes(const language::Type* type, const TextArgument& argument) {
    std::vector<std::byte> bytes(type->size);
    const auto put = [&](std::size_t at, const language::Type* of, std::uint64_t bits) {
        std::memcpy(bytes.data() + at, &bits, std::min<std::size_t>(of->size, sizeof bits));
    };
    if (type->is_struct()) {
        const auto& leaves = type->structure->leaves;
        for (std::size_t k = 0; k < std::min(leaves.size(), argument.leaves.size()); ++k)
            put(leaves[k].offset, leaves[k].type, argument.leaves[k]);
    } else if (!argument.leaves.empty()) {
        put(0, type, argument.leaves[0]);
    }
    return bytes;
}

/// That many bytes from there on: what lies in memory has no more of them than a size can say.
template <class Byte>
std::span<Byte> first_of(Byte* from, std::uint64_t bytes) {
    return {from, static_cast<std::size_t>(bytes)};
}

std::uint32_t words_of_own(const TextLaunch& launch) {
    constexpr std::uint32_t word = 4;
    return static_cast<std::uint32_t>((launch.dynamic_shared + word - 1) / word);
}

/// Registers of a thread where a multiprocessor has so many.
int registers_of_each(std::uint64_t threads) {
    constexpr std::uint64_t all = 65536, granule = 8, together = 128;
    const std::uint64_t each = all / ((threads + together - 1) / together * together);
    return static_cast<int>(std::min<std::uint64_t>(most_registers, each / granule * granule));
}

std::unique_ptr<Module> loaded(const TextRun& text, const PreparedText& prepared) {
    return std::make_unique<Module>(compile_or_recall({.name = text.title + ".cu",
                                                       .text = prepared.text,
                                                       .capability = gpu().capability,
                                                       .options = prepared.options}));
}

PreparedText prepare(const TextRun& text, language::Printing as, const RecordingNeeds& needs) {
    if (text.kernel == nullptr) throw UsageError("The text's main launches no kernel.");
    std::vector<language::Function*> kernels;
    std::uint32_t threads = 1;
    for (const TextLaunch& launch : launches_of(text)) {
        threads = std::max(threads, launch.block[0] * launch.block[1] * launch.block[2]);
        if (std::ranges::find(kernels, launch.kernel) == kernels.end())
            kernels.push_back(launch.kernel);
    }
    PreparedText made;
    try {
        made.printed = language::print(kernels, as);
    } catch (const language::FaultError& error) {
        throw UsageError(fmt::format("line {}: {}.", error.fault().place.line, error.what()));
    }
    if (made.printed.sites.size() >= most_sites)
        throw UsageError("The text has too many accesses to be recorded on a GPU.");
    using language::Printing;
    made.text =
        fmt::format("#define SS_TIMES {:d}\n#define SS_REPEATS {:d}\n#define SS_GRID {:d}\n",
                    needs.times, needs.repeats, needs.grid);
    const bool timed = as == Printing::timed || as == Printing::timed_accesses;
    if (timed) {
        made.text += fmt::format(
            "#define SS_BARRIERS {:d}\n#define SS_KEPT {:d}\n#define SS_COUNTED {:d}\n"
            "#define SS_ASKED {:d}\n#define SS_TURNS {:d}\n#define SS_ACCESSES {:d}\n",
            needs.barriers, needs.kept, needs.counted, needs.asked, needs.turns,
            as == Printing::timed_accesses);
    }
    if (as == Printing::rest) made.text += rest_text;
    made.text += as == Printing::recording ? recording_text : plain_text;
    if (timed) made.text += times_text;
    made.text += made.printed.text;
    // So that a block of that many threads has registers enough.
    const int each = needs.registers > 0 ? needs.registers : registers_of_each(threads);
    made.options.push_back(fmt::format("-maxrregcount={}", each));
    return made;
}

GpuText::GpuText(const TextRun& text, language::Printing as, const RecordingNeeds& needs)
    : text_{text}, needs_{needs}, as_{as} {
    use_gpu();
    PreparedText prepared = prepare(text, as, needs);
    module_ = loaded(text, prepared);
    printed_ = std::move(prepared.printed);
    place_variables(text);
    for (const TextArray& array : text.arrays) {
        Array& made = arrays_.emplace_back();
        made.before = &array.before;
        made.bytes = array.before.size_bytes();
        if (array.variable != nullptr) {
            const Module::Global global = global_of(*array.variable);
            made.address = global.address;
            made.bytes = std::min(made.bytes, global.bytes);
        } else {
            made.own = DeviceMemory{made.bytes};
            made.address = made.own.address();
        }
    }
    for (const TextLaunch& launch : launches_of(text)) launches_.push_back(placed_launch(launch));
    reset();
}

KernelLaunch GpuText::placed_launch(const TextLaunch& launch) const {
    KernelLaunch made;
    made.kernel = module_->kernel(printed_.names.at(launch.kernel));
    made.grid = launch.grid;
    made.block = launch.block;
    made.dynamic_shared = launch.dynamic_shared;
    if (as_ == language::Printing::recording) {
        const std::size_t threads =
            std::size_t{launch.block[0]} * launch.block[1] * launch.block[2];
        made.dynamic_shared = sizeof(std::uint32_t) * (words_of_own(launch) + warps_of(threads));
    }
    for (std::size_t k = 0; k < launch.arguments.size(); ++k) {
        const TextArgument& argument = launch.arguments[k];
        if (!argument.arrays_of_leaves.empty()) {
            throw UsageError(fmt::format(
                "{} is given a struct with pointers: such a text runs on the warp machine "
                "only (--engine cpu).",
                launch.kernel->name));
        }
        if (argument.array < 0) {
            made.arguments.push_back(argument_bytes(launch.kernel->parameters[k]->type, argument));
            continue;
        }
        const std::uint64_t address =
            arrays_[static_cast<std::size_t>(argument.array)].address + argument.offset;
        made.arguments.emplace_back(sizeof address);
        std::memcpy(made.arguments.back().data(), &address, sizeof address);
    }
    if (std::cmp_greater(launch.dynamic_shared, gpu().shared_bytes)) {
        throw UsageError(
            fmt::format("{} wants {} bytes of shared memory, but a block of this GPU has {}.",
                        launch.kernel->name, launch.dynamic_shared, gpu().shared_bytes));
    }
    if (std::cmp_greater(made.dynamic_shared, gpu().shared_bytes)) {
        throw UsageError(fmt::format(
            "To be recorded, {} wants {} bytes of shared memory, {} of them its own, but a block "
            "of "
            "this GPU has {}: record it on the machine (--engine cpu).",
            launch.kernel->name, made.dynamic_shared, launch.dynamic_shared, gpu().shared_bytes));
    }
    return made;
}

KernelLaunch GpuText::rest_of(std::size_t launch, const TextLaunch& text,
                              Module::Kernel kernel) const {
    KernelLaunch made = launches_[launch];
    made.kernel = kernel;
    made.dynamic_shared = text.dynamic_shared;
    return made;
}

void GpuText::replace(std::size_t launch, const TextLaunch& by) {
    const Module::Kernel of_rest =
        launch < rest_launches_.size() ? rest_launches_[launch].kernel : nullptr;
    launches_[launch] = placed_launch(by);
    if (of_rest == nullptr) return;
    rest_launches_[launch] = rest_of(launch, by, of_rest);
}

/// Where a variable of the text lies; nowhere if no kernel names it.
Module::Global GpuText::global_of(const language::Variable& variable) const {
    const auto name = printed_.globals.find(&variable);
    return name != printed_.globals.end() ? module_->global(name->second) : Module::Global{};
}

/// The text's own variables hold at first what the compiler put there.
void GpuText::place_variables(const TextRun& text) {
    for (const language::Variable* v : text.unit->globals) {
        if (v->storage != language::Storage::device && v->storage != language::Storage::constant)
            continue;
        const Module::Global global = global_of(*v);
        if (global.address == 0) continue;
        std::vector<std::byte> before(global.bytes);
        copy_from_device(before, global.address);
        variables_.push_back({v, global, std::move(before)});
    }
}

std::uint64_t GpuText::resident(std::size_t launch) const {
    return static_cast<std::uint64_t>(std::max(0, resident_blocks(launches_[launch]))) *
           static_cast<std::uint64_t>(gpu().multiprocessors);
}

int GpuText::registers_to_spare(std::size_t launch) const {
    const KernelLaunch& l = launches_[launch];
    // Warps have registers; those of each block's are dealt out by four.
    const std::uint64_t threads = std::uint64_t{l.block[0]} * l.block[1] * l.block[2];
    constexpr std::uint64_t together = 128;
    const std::uint64_t blocks = std::max<std::uint64_t>(
        1, resident(launch) / static_cast<std::uint64_t>(gpu().multiprocessors));
    return std::max(registers(launch),
                    registers_of_each(blocks * ((threads + together - 1) / together * together)));
}

void GpuText::reset() {
    for (const Variable& v : variables_) copy_to_device(v.global.address, v.before);
    ++resets_;
    for (Array& array : arrays_) {
        if (array.address == 0 || array.bytes == 0) continue;
        // Where it is asked for again and again, it lies ready there, if there is room.
        constexpr int often = 3;
        if (resets_ == often && array.bytes < free_memory() / 8) {
            array.ready = DeviceMemory{array.bytes};
            copy_to_device(array.ready.address(), first_of(array.before->bytes(), array.bytes));
        }
        if (array.ready.size() > 0)
            copy_on_device(array.address, array.ready.address(), array.bytes);
        else
            copy_to_device(array.address, first_of(array.before->bytes(), array.bytes));
    }
}

std::uint64_t GpuText::shared_bytes(std::size_t launch) const {
    return launches_[launch].dynamic_shared +
           static_cast<std::uint64_t>(static_shared_of(launches_[launch].kernel));
}

void GpuText::record_into(std::span<const std::byte> log) {
    const Module::Global global = module_->global("ss_log");
    copy_to_device(global.address, log);
    if (printed_.shared.empty()) return;
    const Module::Global places = module_->global("ss_places");
    if (places.address != 0) fill_with_zeros(places.address, places.bytes);
}

std::vector<std::uint32_t> GpuText::shared_places() const {
    if (printed_.shared.empty()) return {};
    const Module::Global places = module_->global("ss_places");
    std::vector<std::uint32_t> all(places.bytes / sizeof(std::uint32_t));
    if (places.address != 0)
        copy_from_device(std::as_writable_bytes(std::span{all}), places.address);
    return all;
}

void GpuText::start(std::size_t launch, std::uint64_t recorded_blocks) {
    const std::string doing = "a kernel was started";
    if (as_ != language::Printing::recording) return nvrtc::start(launches_[launch], doing);
    // What records has its blocks in a row.
    KernelLaunch own = launches_[launch];
    const auto& grid = own.grid;
    const std::uint64_t blocks = std::uint64_t{grid[0]} * grid[1] * grid[2];
    const bool has_rest = recorded_blocks > 0 && recorded_blocks < blocks && variables_.empty();
    own.grid = {static_cast<std::uint32_t>(has_rest ? recorded_blocks : blocks), 1, 1};
    if (has_rest)
        start_both(own, rest(launch, recorded_blocks), doing);
    else
        nvrtc::start(own, doing);
}

const KernelLaunch& GpuText::rest(std::size_t launch, std::uint64_t recorded_blocks) {
    if (rest_ == nullptr) {
        const std::vector<TextLaunch> all = launches_of(text_);
        PreparedText prepared = prepare(text_, language::Printing::rest, needs_);
        // As many registers as the plain kernels have, so that as many blocks have room: the
        // compiler likes to take some more for a text that begins with a question.
        const PreparedText plain = prepare(text_, language::Printing::plain);
        const auto module = loaded(text_, plain);
        int registers = 24;
        for (const TextLaunch& one : all) {
            registers = std::max(registers,
                                 registers_of(module->kernel(plain.printed.names.at(one.kernel))));
        }
        prepared.options = {fmt::format("-maxrregcount={}", registers)};
        rest_ = loaded(text_, prepared);
        for (std::size_t k = 0; k < all.size(); ++k) {
            rest_launches_.push_back(
                rest_of(k, all[k], rest_->kernel(prepared.printed.names.at(all[k].kernel))));
        }
    }
    if (not_of_rest_ != recorded_blocks) {
        const auto number = static_cast<std::uint32_t>(recorded_blocks);
        copy_to_device(rest_->global("ss_blocks").address, std::as_bytes(std::span{&number, 1}));
        not_of_rest_ = recorded_blocks;
    }
    return rest_launches_[launch];
}

template <class Visit>
void GpuText::for_each_placed(const machine::GlobalMemory& memory, const MachineRun& run,
                              Visit visit) const {
    for (std::size_t k = 0; k < arrays_.size(); ++k) {
        const std::size_t allocation = run.arrays[k].allocation;
        if (arrays_[k].address == 0 || allocation >= memory.size()) continue;
        visit(memory[allocation], arrays_[k].address,
              std::min(memory[allocation].bytes, arrays_[k].bytes));
    }
    for (const Variable& v : variables_) {
        for (std::size_t k = 0; k < memory.size(); ++k) {
            if (memory[k].variable == v.variable)
                visit(memory[k], v.global.address, std::min(memory[k].bytes, v.global.bytes));
        }
    }
}

void GpuText::read_arrays(machine::GlobalMemory& memory, const MachineRun& run) const {
    for_each_placed(memory, run, [](const machine::Allocation& to, std::uint64_t from, auto bytes) {
        copy_from_device(first_of(to.data, bytes), from);
    });
}

void GpuText::write_arrays(const machine::GlobalMemory& memory, const MachineRun& run) const {
    for_each_placed(memory, run, [](const machine::Allocation& from, std::uint64_t to, auto bytes) {
        copy_to_device(to, first_of<const std::byte>(from.data, bytes));
    });
}

std::vector<Placed> GpuText::placed(const machine::GlobalMemory& memory,
                                    const MachineRun& run) const {
    std::vector<Placed> all;
    for_each_placed(memory, run, [&](const machine::Allocation& on, std::uint64_t at, auto bytes) {
        all.push_back({at, bytes, on.address});
    });
    return all;
}

}  // namespace stridescope::nvrtc
