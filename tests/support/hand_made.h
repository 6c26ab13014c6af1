// Traces written down event by event, for kernels that the catalogue does not have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope::testing {

/// A trace of one block of i32 sums without padding, of a kernel that has an array of integers of
/// its own, "flag". Events are told in the order of rows, each
/// with what every thread reaches: a word, or `Trace::idle`.
class HandMade {
  public:
    HandMade(int threads, int elements) : threads_{static_cast<std::size_t>(threads)} {
        d_.experiment.text.path = d_.text_name = "by_hand.cu";
        d_.experiment.text.text = d_.text = "// by hand\n";
        d_.threads = threads;
        d_.section = elements;
        d_.words = elements;
        d_.cell_bytes = 4;
        d_.engine = "cpu";
        d_.device = "by hand";
        d_.n = elements;
        d_.grid = d_.blocks = 1;
        const auto array = [&](const char* name, Space space, std::int64_t size, Role role) {
            d_.facts.arrays.push_back({.name = name,
                                       .space = space,
                                       .type = ElementType::i32,
                                       .extents = {size},
                                       .role = role});
        };
        array("A", Space::global, elements, Role::input);
        array("P", Space::global, elements, Role::output);
        array("X", Space::shared, elements, Role::section);
        d_.facts.title = "by hand";
        for (int element = 0; element < elements; ++element) d_.facts.elements.push_back(element);
        d_.input = d_.output = TypedArray{ElementType::i32, static_cast<std::size_t>(elements)};
    }

    int step(std::string phase, int stride) {
        d_.steps.push_back({std::move(phase), stride});
        return static_cast<int>(d_.steps.size()) - 1;
    }
    void barrier() { ++interval_; }
    /// Returns the row. `iteration` sorts the rows of one interval.
    int load(const std::vector<int>& words, int iteration = 0) {
        return add(Event::load, words, iteration, TraceRow::none, TraceRow::none);
    }
    int op(const std::vector<int>& lanes, int left, int right, int iteration = 0) {
        return add(Event::op, lanes, iteration, left, right);
    }
    int store(const std::vector<int>& words, int from, int iteration = 0) {
        return add(Event::store, words, iteration, from, TraceRow::none);
    }
    /// In global memory; each thread with the element that it reaches, or `Trace::idle`.
    int global(Event event, ArrayId array, const std::vector<int>& elements) {
        if (d_.scratch().empty()) {
            d_.facts.arrays.insert(
                d_.facts.arrays.begin() + 2,
                {.name = "flag", .type = ElementType::i32, .integers = true, .extents = {64}});
        }
        const int row = add(event, elements, 0, TraceRow::none, TraceRow::none);
        d_.sites.back().array = array;
        for (const int element : elements) {
            addresses_.push_back(static_cast<std::uint32_t>(element));
        }
        return row;
    }
    /// The values after the latest step, one per word; said again, the later ones hold.
    void values(const std::vector<std::int32_t>& values) {
        values_.resize(d_.steps.size());
        values_.back() = values;
    }

    /// Outputs are the last step's values.
    Trace trace() {
        const auto words = static_cast<std::size_t>(d_.words);
        d_.snapshots = TypedArray{ElementType::i32, d_.steps.size() * words};
        for (std::size_t step = 0; step < values_.size(); ++step) {
            std::ranges::copy(values_[step], d_.snapshots.as<std::int32_t>().begin() +
                                                 static_cast<std::ptrdiff_t>(step * words));
        }
        std::ranges::copy(values_.front(), d_.input.as<std::int32_t>().begin());
        std::ranges::copy(values_.back(), d_.output.as<std::int32_t>().begin());
        d_.places = std::make_shared<const PlaceTable>(
            places_of_threads(1, threads_, rows_of_global_memory(d_.rows, d_.sites), lanes_.data(),
                              addresses_.data()));
        d_.barriers.assign(d_.steps.size(), 0);
        d_.contents.assign(d_.facts.arrays.size(), {});
        d_.contents[0].before = d_.input;
        d_.contents[1].after = d_.output;
        for (TraceSite& site : d_.sites) {
            if (is_global(site.event)) continue;
            site.array = is_shared(site.event) ? shared() : ArrayId::none;
            if (site.event == Event::op) site.operation = "+";
        }
        return Trace{d_};
    }

  private:
    /// The shared array comes last.
    ArrayId shared() const { return static_cast<ArrayId>(d_.facts.arrays.size() - 1); }
    int add(Event event, const std::vector<int>& words, int iteration, int left, int right) {
        // One site per row: rows are told in order, and so sites are.
        d_.sites.push_back({static_cast<int>(d_.sites.size()) + 1, 0, event});
        d_.rows.push_back({.step = static_cast<int>(d_.steps.size()) - 1,
                           .interval = interval_,
                           .site = static_cast<int>(d_.sites.size()) - 1,
                           .iteration = iteration,
                           .left = left,
                           .right = right});
        for (std::size_t t = 0; t < threads_; ++t) {
            lanes_.push_back(words[t]);
        }
        return static_cast<int>(d_.rows.size()) - 1;
    }

    std::size_t threads_;
    TraceData d_;
    int interval_ = 0;
    std::vector<std::int32_t> lanes_;
    std::vector<std::uint32_t> addresses_;
    std::vector<std::vector<std::int32_t>> values_;
};

}  // namespace stridescope::testing
