#include "app/trace/catalogue_facts.h"

#include <string>
#include <utility>

#include "app/experiment/broken.h"
#include "kernels/catalog.h"
#include "kernels/launches.h"
#include "kernels/layout.h"

namespace stridescope {
namespace {

KernelInfo info_of(const TraceData& run) {
    const CatalogueEntry* kernel = find_kernel(run.experiment.kernel);
    return kernel != nullptr ? kernel->info : KernelInfo{};
}

std::vector<ArrayFacts> scratch_of(const KernelInfo& info, const TraceData& run) {
    std::vector<ArrayFacts> arrays;
    for (const Scratch& scratch : info.cooperation.scratch) {
        if (scratch.name.empty()) break;
        const bool integers = scratch.kind == Scratch::Kind::integers;
        arrays.push_back({.name = std::string{scratch.name},
                          .type = integers ? ElementType::i32 : run.experiment.type,
                          .integers = integers,
                          .extents = {length_of(scratch, info, run.n, run.shape.section)}});
    }
    return arrays;
}

std::vector<ArrayFacts> arrays_of(const KernelInfo& info, const TraceData& run,
                                  const std::vector<ArrayFacts>& scratch) {
    const ElementType type = run.experiment.type;
    std::vector<ArrayFacts> arrays{
        {.name = "A", .type = type, .extents = {run.n}, .role = Role::input},
        {.name = "P", .type = type, .extents = {run.n}, .role = Role::output}};
    arrays.insert(arrays.end(), scratch.begin(), scratch.end());
    if (const std::int64_t words = words_of(info, run.experiment.padding, run.shape); words > 0) {
        ArrayFacts shared{.name = "X", .space = Space::shared, .type = type, .extents = {words}};
        if (info.memory.buffers > 1)
            shared.extents = {info.memory.buffers, words / info.memory.buffers};
        if (info.memory.storage == Storage::shared) shared.role = Role::section;
        arrays.push_back(std::move(shared));
    }
    if (info.memory.storage == Storage::registers) {
        arrays.push_back({.name = "r",
                          .space = Space::registers,
                          .type = type,
                          .extents = {info.memory.registers, run.shape.threads},
                          .role = Role::section});
    }
    return arrays;
}

std::vector<std::int32_t> elements_of(const KernelInfo& info, const TraceData& run) {
    const Padding padding = run.experiment.padding;
    const int cells = words_of(info, padding, run.shape) + storage_cells_of(info, run.shape);
    std::vector<std::int32_t> elements(static_cast<std::size_t>(cells), -1);
    for (int buffer = 0; buffer < info.memory.buffers; ++buffer) {
        for (int element = 0; element < run.shape.section; ++element) {
            const int cell = cell_of(info, padding, run.shape, element, buffer);
            // Beyond the array only with a section that no kernel has: from a damaged file.
            if (cell < cells) elements[static_cast<std::size_t>(cell)] = element;
        }
    }
    return elements;
}

std::string padding_of(const KernelInfo& info, Padding chosen) {
    if (chosen != Padding::none) {
        if (info.memory.layout == OwnLayout::never_padded)
            return std::string{name_of(Padding::none)};
        if (info.memory.layout == OwnLayout::every16) return "every16";
    }
    return std::string{name_of(chosen)};
}

BrokenFacts broken_of(const KernelInfo& info, const TraceData& run) {
    if (!info.is_broken()) return {};
    BrokenFacts facts{.correct = std::string{info.broken.correct},
                      .summary = std::string{info.summary}};
    // A file may be of a run that the kernel of today does not take: then nothing is known of it.
    if (why_impossible(run.experiment).empty()) facts.hidden = why_hidden(run.experiment, run.n);
    return facts;
}

TraceFacts facts_of(const TraceData& run, const KernelInfo& info,
                    const std::vector<ArrayFacts>& scratch) {
    return {.title = info.title.empty() ? run.experiment.kernel : std::string{info.title},
            .arrays = arrays_of(info, run, scratch),
            .elements = elements_of(info, run),
            .padding = padding_of(info, run.experiment.padding),
            .scope = info.scope,
            .nondeterministic_phase = std::string{info.cooperation.nondeterministic_phase},
            .broken = broken_of(info, run)};
}

}  // namespace

TraceFacts catalogue_facts(const TraceData& run) {
    const KernelInfo info = info_of(run);
    return facts_of(run, info, scratch_of(info, run));
}

std::vector<ExpectedCounts> catalogue_counts(const TraceData& run) {
    const CatalogueEntry* kernel = find_kernel(run.experiment.kernel);
    if (kernel == nullptr) return {};
    std::vector<ExpectedCounts> counts;
    for (const Step& step : run.steps) {
        const Expected expected = kernel->expected(run.shape, step.phase, step.stride);
        counts.push_back({.active_threads = expected.active_threads, .adds = expected.adds});
    }
    return counts;
}

void add_catalogue_facts(TraceData& run) {
    run.facts = facts_of(run, info_of(run), {run.scratch().begin(), run.scratch().end()});
    run.facts.expected = catalogue_counts(run);
    find_arrays_of_sites(run);
}

}  // namespace stridescope
