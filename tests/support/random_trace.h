// Traces that no kernel recorded: lanes reach words as chance has it. For analyses that must not
// lean on what kernels usually do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "app/trace/trace.h"
#include "tests/support/random_experiment.h"

namespace stridescope::testing {

/// A trace of up to 5 steps, 3 blocks and 70 threads; some blocks are like the one before them,
/// some rows are parts of one request. With `global`, some rows are of global memory: of the input,
/// the output, and two arrays of the kernel's own.
inline std::shared_ptr<const Trace> random_trace(RandomExperiments& draw, bool global = false) {
    const auto up_to = [&](std::int64_t most) { return static_cast<int>(draw.between(1, most)); };
    TraceData d;
    d.experiment.text.path = d.text_name = "chance.cu";
    d.experiment.text.text = d.text = "// chance\n";
    d.cell_bytes = draw.once_in(2) ? 4 : 8;
    const ElementType type = d.cell_bytes == 4 ? ElementType::i32 : ElementType::f64;
    d.threads = up_to(70);
    d.section = 32 * up_to(40);
    // Some words between the elements are nobody's.
    const int apart = draw.one_of(std::vector{1, 32, 16, 1 << 20});
    d.words = apart == 1 ? d.section : d.section + d.section / apart;
    d.engine = "cpu";
    d.device = "chance";
    d.blocks = static_cast<int>(draw.between(0, 3));
    d.grid = d.blocks + draw.between(0, 2);
    d.n = d.grid * d.section;
    d.input = d.output = TypedArray{type, static_cast<std::size_t>(d.n)};

    const int steps = up_to(5), sites = up_to(6);
    const char* const phases[] = {"load", "scan", "up-sweep", "down-sweep", "store"};
    for (int step = 0; step < steps; ++step) {
        d.steps.push_back({draw.one_of(phases), up_to(64)});
    }
    for (int site = 0; site < sites; ++site) {
        const auto event = static_cast<Event>(draw.between(0, global ? 5 : 2));
        const auto array = static_cast<ArrayId>(is_global(event) ? draw.between(0, 3) : 0);
        d.sites.push_back({site + 1, 0, event, array});
    }
    d.includes = {{.name = "first.cuh", .text = "// one\n"}, {.name = "second.cuh", .text = "\n"}};
    for (int site = 0; site < sites && d.threads % 2 == 0; ++site)
        d.sites[static_cast<std::size_t>(site)].file = site % 3;
    d.facts.title = "chance";
    d.facts.arrays = {{.name = "A", .type = type, .extents = {d.n}, .role = Role::input},
                      {.name = "P", .type = type, .extents = {d.n}, .role = Role::output}};
    if (global) {
        d.facts.arrays.push_back({.name = "S", .type = type, .extents = {8}});
        d.facts.arrays.push_back(
            {.name = "flag", .type = ElementType::i32, .integers = true, .extents = {8}});
    }
    d.facts.arrays.push_back(
        {.name = "X", .space = Space::shared, .type = type, .extents = {d.words}});
    d.contents.resize(d.facts.arrays.size());
    d.facts.elements.assign(static_cast<std::size_t>(d.words), -1);
    for (int element = 0; element < d.section; ++element) {
        const int word = apart == 1 ? element : element + element / apart;
        d.facts.elements[static_cast<std::size_t>(word)] = element;
    }
    for (TraceSite& site : d.sites) {
        if (is_shared(site.event)) {
            site.array = static_cast<ArrayId>(d.facts.arrays.size() - 1);
        } else if (!is_global(site.event)) {
            site.array = ArrayId::none;
        }
    }
    const int rows = static_cast<int>(draw.between(0, 30));
    for (int row = 0; row < rows; ++row) {
        d.rows.push_back({.step = up_to(steps) - 1,
                          .interval = up_to(2),
                          .site = up_to(sites) - 1,
                          .iteration = up_to(3) - 1});
    }
    const auto key = [](const TraceRow& row) {
        return std::tuple{row.step, row.interval, row.iteration, row.site};
    };
    std::ranges::sort(d.rows, {}, key);

    const auto blocks = static_cast<std::size_t>(d.blocks);
    const auto threads = static_cast<std::size_t>(d.threads);
    const std::size_t block_size = d.rows.size() * threads;
    const std::shared_ptr<std::int32_t[]> lanes{new std::int32_t[blocks * block_size + 1]};
    std::fill_n(lanes.get(), blocks * block_size, Trace::idle);
    for (std::size_t block = 0; block < blocks; ++block) {
        std::int32_t* const own = lanes.get() + block * block_size;
        if (block > 0 && draw.once_in(2)) {
            std::copy_n(own - block_size, block_size, own);
            if (draw.once_in(2) || block_size == 0) continue;
            // All but one lane the same.
            auto& lane = own[draw.between(0, static_cast<std::int64_t>(block_size) - 1)];
            if (lane != Trace::idle) lane = d.words - 1;
            continue;
        }
        for (std::size_t first = 0; first < d.rows.size();) {
            std::size_t end = first + 1;
            while (end < d.rows.size() && key(d.rows[end]) == key(d.rows[first])) ++end;
            const int idle_one_in = draw.one_of(std::vector{100, 2, 1});
            for (std::size_t thread = 0; thread < threads; ++thread) {
                if (draw.once_in(idle_one_in)) continue;
                // A thread has part in one of a request's rows only.
                const auto row = static_cast<std::size_t>(draw.between(
                    static_cast<std::int64_t>(first), static_cast<std::int64_t>(end) - 1));
                const bool op =
                    d.sites[static_cast<std::size_t>(d.rows[row].site)].event == Event::op;
                own[row * threads + thread] =
                    op ? 0 : static_cast<std::int32_t>(draw.between(0, d.words - 1));
            }
            first = end;
        }
    }
    const std::vector<bool> of_global = rows_of_global_memory(d.rows, d.sites);
    std::vector<std::uint32_t> addresses(
        blocks * threads * static_cast<std::size_t>(std::ranges::count(of_global, true)));
    if (global) {
        // Few elements, so that threads meet; or many, far apart.
        const std::int64_t elements = draw.one_of(std::vector<std::int64_t>{8, 200, 4'000'000'000});
        for (std::uint32_t& address : addresses)
            address = static_cast<std::uint32_t>(draw.between(0, elements - 1));
    }
    d.places = std::make_shared<const PlaceTable>(
        places_of_threads(blocks, threads, of_global, lanes.get(), addresses.data()));
    for (std::size_t i = 0; i < blocks * d.steps.size(); ++i) {
        d.barriers.push_back(static_cast<std::int32_t>(draw.between(0, 3)));
    }
    d.snapshots = TypedArray{type, blocks * d.steps.size() * static_cast<std::size_t>(d.words)};
    return std::make_shared<const Trace>(std::move(d));
}

}  // namespace stridescope::testing
