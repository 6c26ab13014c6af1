#include "app/trace/version_1.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/experiment/recycled_buffer.h"

namespace stridescope {
namespace {

/// A thread moves no more elements at once.
constexpr int most_elements_moved = 256;

/// The words that such an event may name, as a half-open range; some name none, and say 0.
std::pair<int, int> words_reached(const TraceData& d, Event event) {
    if (is_register(event)) return {0, d.threads};
    if (event == Event::move) return {0, most_elements_moved};
    if (is_shared(event)) return {0, d.words};
    return {0, std::max(d.words, 1)};
}

}  // namespace

EventReader::EventReader(TraceData& d, ArrayReader& reader) : d_{d}, reader_{reader} {
    const auto once = [this](std::function<void()> piece) {
        left_.emplace_back([piece = std::move(piece)] {
            piece();
            return true;
        });
    };
    const auto fetch = [this](const char* name) {
        left_.emplace_back(
            [this, name] { return reader_.fetch(name, static_cast<std::int64_t>(rows_.size())); });
    };
    const auto agree = [&](const char* name, int (*of)(const TraceData&, const TraceRow&)) {
        fetch(name);
        left_.emplace_back([this, name, of] { return agrees(name, of); });
    };
    left_.emplace_back([this] { return reader_.fetch("row", -1, most_events()); });
    once([this] { read_rows(); });
    agree("step", [](const TraceData&, const TraceRow& row) -> int { return row.step; });
    agree("site", [](const TraceData&, const TraceRow& row) -> int { return row.site; });
    agree("iteration", [](const TraceData&, const TraceRow& row) -> int { return row.iteration; });
    agree("kind", [](const TraceData& of, const TraceRow& row) {
        return static_cast<int>(of.sites[static_cast<std::size_t>(row.site)].event);
    });
    const auto column = [&](const char* name, TypedArray EventReader::*to) {
        fetch(name);
        once([this, name, to] { this->*to = array(name); });
    };
    column("block", &EventReader::blocks_);
    column("thread", &EventReader::threads_);
    column("word", &EventReader::words_);
    column("address", &EventReader::reached_);
    once([this] { clear_lanes(); });
    left_.emplace_back([this] { return fill_lanes(); });
}

bool EventReader::go_on() {
    if (!left_.empty() && left_.front()()) left_.pop_front();
    return left_.empty();
}

std::uint64_t EventReader::most_events() const {
    const double most = static_cast<double>(d_.blocks) * static_cast<double>(d_.rows.size()) *
                        static_cast<double>(d_.threads);
    return static_cast<std::uint64_t>(std::min(most, 0x1p40));
}

template <class F>
bool EventReader::for_next(F of_event) {
    constexpr std::size_t at_once = std::size_t{1} << 18;
    const std::size_t end = std::min(rows_.size(), next_ + at_once);
    for (std::size_t i = next_; i < end; ++i) of_event(i);
    next_ = end == rows_.size() ? 0 : end;
    return next_ == 0;
}

void EventReader::read_rows() {
    rows_ = reader_.array("row", ElementType::i32, -1, most_events());
    if (std::ranges::any_of(rows(), [this](int row) {
            return row < 0 || static_cast<std::size_t>(row) >= d_.rows.size();
        })) {
        reader_.refuse("an event belongs to no row");
    }
}

bool EventReader::agrees(const std::string& name,
                         int (*of_row)(const TraceData&, const TraceRow&)) {
    if (next_ == 0) column_ = array(name);
    const auto values = std::as_const(column_).as<std::int32_t>(), rows = this->rows();
    const bool last = for_next([&](std::size_t i) {
        if (values[i] != of_row(d_, d_.rows[static_cast<std::size_t>(rows[i])])) {
            reader_.refuse(fmt::format("\"{}\" and \"rows\" disagree", name));
        }
    });
    if (last) column_ = {};
    return last;
}

void EventReader::clear_lanes() {
    const auto width = static_cast<std::size_t>(d_.threads);
    const std::size_t size = static_cast<std::size_t>(d_.blocks) * d_.rows.size() * width;
    lanes_ = recycled_array<std::int32_t>(size);
    std::fill_n(lanes_.get(), size, Trace::idle);
    global_row_.assign(1, 0);
    for (const bool global : rows_of_global_memory(d_.rows, d_.sites))
        global_row_.push_back(global_row_.back() + (global ? 1 : 0));
    const std::size_t all_globals =
        static_cast<std::size_t>(d_.blocks) * global_row_.back() * width;
    addresses_ = recycled_array<std::uint32_t>(all_globals);
    std::fill_n(addresses_.get(), all_globals, 0U);
}

bool EventReader::fill_lanes() {
    const auto width = static_cast<std::size_t>(d_.threads);
    const std::size_t globals = global_row_.back();
    const auto blocks = blocks_.as<std::int32_t>(), threads = threads_.as<std::int32_t>();
    const auto words = words_.as<std::int32_t>(), reached = reached_.as<std::int32_t>();
    const auto rows = this->rows();
    const bool last = for_next([&](std::size_t i) {
        const int block = blocks[i], thread = threads[i], word = words[i], address = reached[i];
        const auto row = static_cast<std::size_t>(rows[i]);
        const TraceSite& site = site_of(d_.rows[row]);
        const bool global = is_global(site.event);
        const auto [first_word, end_word] = words_reached(d_, site.event);
        if (block < 0 || block >= d_.blocks || thread < 0 || thread >= d_.threads ||
            word < first_word || word >= end_word ||
            (global && (address < 0 || address >= d_.array(site.array).size()))) {
            reader_.refuse(fmt::format("event {} lies outside the launch", i));
        }
        const auto place = static_cast<std::size_t>(block) * d_.rows.size() + row;
        std::int32_t& lane = lanes_[place * width + static_cast<std::size_t>(thread)];
        if (lane != Trace::idle) reader_.refuse(fmt::format("event {} occurs twice", i));
        lane = word;
        if (!global) return;
        const std::size_t at = static_cast<std::size_t>(block) * globals + global_row_[row];
        addresses_[at * width + static_cast<std::size_t>(thread)] =
            static_cast<std::uint32_t>(address);
    });
    if (!last) return false;
    d_.places = std::make_shared<const PlaceTable>(places_of_threads(
        static_cast<std::size_t>(d_.blocks), width, rows_of_global_memory(d_.rows, d_.sites),
        lanes_.get(), addresses_.get()));
    lanes_.reset();
    addresses_.reset();
    return true;
}

}  // namespace stridescope
