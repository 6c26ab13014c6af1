#include "app/experiment/broken.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/experiment/input.h"
#include "kernels/catalog.h"

namespace stridescope {
namespace {

/// Blocks that are resident at once.
std::int64_t places_of(const Experiment& experiment) {
    return std::int64_t{experiment.sms} * experiment.resident;
}

}  // namespace

std::string why_hidden(const Experiment& experiment, std::int64_t n) {
    const CatalogueEntry& kernel = kernel_of(experiment);
    const Broken& broken = kernel.info.broken;
    if (!kernel.info.is_broken()) return {};
    const std::int64_t section = shape_of(experiment).section;
    if (broken.needs_padding && experiment.padding == Padding::none) {
        return "Nothing is padded, so the bug does not show: choose --pad every32.";
    }
    if (section < broken.min_section) {
        return fmt::format(
            "The bug does not show in sections of fewer than {} elements: choose a larger --block.",
            broken.min_section);
    }
    if (n < broken.min_n) {
        return fmt::format("The bug does not show in so few elements: choose --n {} or more.",
                           broken.min_n);
    }
    if (n <= section * (broken.min_blocks - 1)) {
        return fmt::format("The bug does not show in one block: choose --n {} or more.",
                           section + 1);
    }
    if (broken.needs_waiting_blocks && experiment.schedule.kind != Schedule::Kind::descending) {
        return "Blocks start in order, so the bug does not show: choose --schedule descending.";
    }
    if (broken.needs_waiting_blocks && n <= section * places_of(experiment)) {
        return fmt::format(
            "All blocks fit at once, so the bug does not show: choose --n {} or more.",
            section * places_of(experiment) + 1);
    }
    if (broken.needs_remainder && n % section == 0) {
        return fmt::format(
            "The bug does not show where N is a multiple of the section: choose --n {}.", n + 1);
    }
    return {};
}

Experiment showing_fault(Experiment experiment) {
    const KernelInfo& info = kernel_of(experiment).info;
    if (!info.is_broken()) return experiment;
    const Broken& broken = info.broken;
    if (broken.needs_padding && experiment.padding == Padding::none) {
        experiment.padding = Padding::every32;
    }
    if (broken.needs_waiting_blocks) experiment.schedule = {.kind = Schedule::Kind::descending};
    while (shape_of(info, experiment.block, experiment.coarsen).section < broken.min_section &&
           experiment.block < info.limits.max_block) {
        experiment.block *= 2;
    }
    if (!why_impossible(experiment).empty()) return experiment;
    std::int64_t n = 0;
    try {
        n = static_cast<std::int64_t>(make_input(experiment).size());
    } catch (const UsageError&) {
        return experiment;  // Numbers that cannot be had are told when they are asked for.
    }
    if (why_hidden(experiment, n).empty()) return experiment;
    const std::int64_t section = shape_of(experiment).section;
    std::int64_t wanted = std::max<std::int64_t>(n, broken.min_n);
    if (broken.min_blocks > 1) wanted = std::max(wanted, section * broken.min_blocks);
    if (broken.needs_waiting_blocks)
        wanted = std::max(wanted, section * (places_of(experiment) + 1));
    if (broken.needs_remainder && wanted % section == 0) wanted += section > 1 ? section / 2 : 1;
    experiment.n = wanted;
    const auto kind = experiment.input.kind;
    if (kind == InputSpec::Kind::values || kind == InputSpec::Kind::file) {
        experiment.input = {.seed = experiment.input.seed, .text = {}};
    }
    return experiment;
}

}  // namespace stridescope
