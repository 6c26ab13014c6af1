#include "app/experiment/text/text_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/experiment/experiment.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/resolver.h"

namespace stridescope {

std::string fault_sentence(const language::Fault& fault, const TextSpec& spec,
                           const language::Unit* unit) {
    if (fault.place.line == 0) return fault.message;
    std::string file = spec.path.empty() ? name_of(spec) : spec.path;
    if (fault.place.file > 0 && unit != nullptr && fault.place.file < unit->files.size())
        file = unit->files[fault.place.file].name;
    return fmt::format("{}:{}:{}: {}", file, fault.place.line, fault.place.column, fault.message);
}

namespace {

ResolvedText tried(const TextSpec& spec, Roots roots) {
    ResolvedText resolved;
    Resolver resolver(spec, resolved, roots);
    try {
        resolver.run();
    } catch (const language::FaultError& error) {
        resolved.faults.push_back(error.fault());
    }
    return resolved;
}

}  // namespace

ResolvedText try_resolve(const TextSpec& spec, Roots roots) {
    ResolvedText resolved = tried(spec, roots);
    if (resolved.faults.empty() || !resolved.any_kernel) return resolved;
    // Where nothing says which kernel is meant, another one may be understood and guessed.
    constexpr std::size_t most_tries = 8;
    const auto& kernels = resolved.run.unit->kernels;
    for (std::size_t i = 0; i < std::min(kernels.size(), most_tries); ++i) {
        TextSpec other = spec;
        other.kernel = kernels[i]->name;
        ResolvedText found = tried(other, roots);
        if (found.faults.empty() && found.run.kernel != nullptr) return found;
    }
    return resolved;
}

std::optional<MainElsewhere> main_elsewhere(const TextSpec& spec) {
    ResolvedText resolved;
    try {
        const language::Function* main = Resolver(spec, resolved).main();
        if (main == nullptr || main->place.file == 0) return std::nullopt;
        return MainElsewhere{!main->parameters.empty()};
    } catch (const language::FaultError&) {
        return std::nullopt;  // told where the text is run
    }
}

TextOutline outline(const TextSpec& spec) {
    ResolvedText resolved;
    Resolver resolver(spec, resolved);
    TextOutline made;
    try {
        made.arrays = resolver.run_outline();
    } catch (const language::FaultError& error) {
        resolved.faults.push_back(error.fault());
    }
    if (!resolved.faults.empty())
        throw UsageError(fault_sentence(resolved.faults.front(), spec, resolved.run.unit.get()));
    made.run = std::move(resolved.run);
    return made;
}

TextRun resolve(const TextSpec& spec, Roots roots) {
    ResolvedText resolved = try_resolve(spec, roots);
    if (!resolved.faults.empty()) {
        throw UsageError(fault_sentence(resolved.faults.front(), spec, resolved.run.unit.get()));
    }
    return std::move(resolved.run);
}

}  // namespace stridescope
