// A second model of the memory banks, written apart from app/analysis/banks.cpp: it does not count,
// it serves. Wavefront by wavefront, every bank hands out one 4-byte word to all who want it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope::testing {

/// What the simulation saw of one request.
struct Served {
    int active = 0;
    int wavefronts = 0;
    int ideal = 0;
    int degree = 0;
    std::array<int, 32> of_bank{};  ///< the degree of each bank
};

/// Whether all lanes that `distance` sets side by side want one element, as far as they want any.
inline bool pairs_want_the_same(const std::vector<std::optional<int>>& elements, int distance) {
    for (int low = 0; low < 32; ++low) {
        const int high = low + distance;
        if ((low & distance) != 0 || high >= static_cast<int>(elements.size())) continue;
        const auto &a = elements[static_cast<std::size_t>(low)],
                   &b = elements[static_cast<std::size_t>(high)];
        if (a && b && *a != *b) return false;
    }
    return true;
}

/// Serves one warp's request for elements of `bytes`: 4, all lanes at once; 8, lanes 0 … 15, then
/// 16 … 31, but a load in which neighbours want the same all at once. An idle lane wants nothing.
inline Served serve(const std::vector<std::optional<int>>& elements, int bytes, Event event) {
    Served served;
    const int words_each = bytes / 4;
    const bool joined = event == Event::load &&
                        (pairs_want_the_same(elements, 1) || pairs_want_the_same(elements, 2));
    const std::size_t at_once = bytes == 8 && !joined ? 16 : 32;
    for (std::size_t first = 0; first < elements.size(); first += at_once) {
        std::vector<int> pending;
        for (std::size_t lane = first; lane < std::min(first + at_once, elements.size()); ++lane) {
            if (elements[lane]) pending.push_back(*elements[lane]);
        }
        served.active += static_cast<int>(pending.size());
        // Banks that share the different words evenly hand out as many each.
        const std::set<int> different(pending.begin(), pending.end());
        const int ideal = (static_cast<int>(different.size()) * words_each + 31) / 32;
        served.ideal += ideal;
        std::array<int, 32> given{};  // elements each bank has handed out
        int wavefronts = 0;
        while (!pending.empty()) {
            std::array<std::optional<int>, 32> open{};  // the word a bank hands out this time
            std::vector<int> left;
            for (const int element : pending) {
                bool all_banks_give = true;
                for (int part = 0; part < words_each; ++part) {
                    const int word = element * words_each + part;
                    const auto& row = open[static_cast<std::size_t>(word % 32)];
                    all_banks_give = all_banks_give && (!row || *row == word);
                }
                if (!all_banks_give) {
                    left.push_back(element);
                    continue;
                }
                for (int part = 0; part < words_each; ++part) {
                    const int word = element * words_each + part;
                    const auto bank = static_cast<std::size_t>(word % 32);
                    if (!open[bank]) ++given[bank];
                    open[bank] = word;
                }
            }
            pending = left;
            ++wavefronts;
        }
        served.wavefronts += wavefronts;
        for (std::size_t bank = 0; bank < 32; ++bank) {
            if (ideal == 0) continue;
            const int degree = (given[bank] + ideal - 1) / ideal;
            served.of_bank[bank] = std::max(served.of_bank[bank], degree);
            served.degree = std::max(served.degree, degree);
        }
    }
    return served;
}

/// One request as it follows from the trace's rows: what a warp's lanes reached at one site, in one
/// round, between two barriers, of one step.
struct RawRequest {
    int step = 0, interval = 0, iteration = 0, site = 0, warp = 0;
    Event event = Event::load;
    int bytes = 4;  ///< that each lane wants
    std::vector<std::optional<int>> elements;

    auto key() const { return std::tuple{step, interval, iteration, site, warp}; }
};

/// All requests of a block, gathered without the program's help.
inline std::vector<RawRequest> raw_requests(const Trace& trace, int block) {
    std::map<std::tuple<int, int, int, int, int>, RawRequest> requests;
    for (std::size_t r = 0; r < trace.rows().size(); ++r) {
        const TraceRow& row = trace.rows()[r];
        const Event event = trace.sites()[static_cast<std::size_t>(row.site)].event;
        if (event != Event::load && event != Event::store) continue;
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(row.site)];
        // Copies past the L1 cache and in bulk take no wavefront of those that are told here.
        if (site.operation == "cp.async.cg" || site.operation == "cp.async.bulk") continue;
        const int bytes = site.bytes > 0
                              ? site.bytes  // of several elements at once
                              : std::max(4, static_cast<int>(trace.element_bytes(site.array)));
        const int cells = bytes / static_cast<int>(trace.cell_bytes());
        const auto lanes = trace.lanes(block, static_cast<int>(r));
        for (std::size_t thread = 0; thread < lanes.size(); ++thread) {
            if (lanes[thread] == Trace::idle) continue;
            RawRequest request{.step = row.step,
                               .interval = row.interval,
                               .iteration = row.iteration,
                               .site = row.site,
                               .warp = static_cast<int>(thread / 32),
                               .event = event,
                               .bytes = bytes,
                               .elements = {}};
            RawRequest& kept = requests.try_emplace(request.key(), request).first->second;
            kept.elements.resize(32);
            kept.elements[thread % 32] = lanes[thread] / cells;
        }
    }
    std::vector<RawRequest> list;
    for (auto& [key, request] : requests) list.push_back(std::move(request));
    return list;
}

}  // namespace stridescope::testing
