#include "app/trace/row_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "app/experiment/recycled_buffer.h"
#include "app/io/all_cores.h"
#include "app/io/memory_budget.h"

namespace stridescope {
namespace {

/// How an entry says where its lanes reached.
enum class PlaceForm : std::uint8_t {
    affine,  ///< lane l at base + l · stride
    list,    ///< as the next 32 numbers of `lists` say
};

constexpr std::size_t lanes_of_warp = 32;
/// How large each part of the columns is: the same on any number of cores.
constexpr std::size_t masks_of_part = std::size_t{1} << 16;
/// Parts that are made, or read, in one go by each core.
constexpr std::size_t parts_in_one_go = 2;

std::size_t blocks_of_part(std::size_t rows, std::size_t warps) {
    return std::max<std::size_t>(1, masks_of_part / std::max<std::size_t>(1, rows * warps));
}

constexpr std::uint32_t all_lanes = 0xFFFFFFFF;

std::uint32_t mask_of(std::span<const std::uint16_t> lanes) {
    if (lanes.size() == lanes_of_warp) {  // mostly all of them, or none
        std::uint32_t idle = 0;
        for (std::size_t lane = 0; lane < lanes_of_warp; ++lane)
            idle += std::uint32_t{lanes[lane] == Trace::idle};
        if (idle == 0) return all_lanes;
        if (idle == lanes_of_warp) return 0;
    }
    std::uint32_t mask = 0;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        mask |= std::uint32_t{lanes[lane] != Trace::idle} << lane;
    return mask;
}

template <class F>
void for_each_lane(std::uint32_t mask, F f) {
    for (; mask != 0; mask &= mask - 1) f(static_cast<std::size_t>(std::countr_zero(mask)));
}

struct Affine {
    std::int64_t base = 0;
    std::int32_t stride = 0;
};

/// Whether the lanes reached places that are equally far apart: then which.
template <class T>
bool is_affine(std::uint32_t mask, const T* places, Affine& found) {
    const auto first = static_cast<std::size_t>(std::countr_zero(mask));
    const std::uint32_t others = mask & (mask - 1);
    if (others == 0) {
        found = {.base = places[first]};
        return true;
    }
    const auto second = static_cast<std::size_t>(std::countr_zero(others));
    const auto apart = static_cast<std::int64_t>(second - first);
    const std::int64_t step = std::int64_t{places[second]} - std::int64_t{places[first]};
    if (step % apart != 0) return false;
    const std::int64_t stride = step / apart;
    if (stride != static_cast<std::int32_t>(stride)) return false;
    found = {.base = std::int64_t{places[first]} - static_cast<std::int64_t>(first) * stride,
             .stride = static_cast<std::int32_t>(stride)};
    bool all = true;
    if (mask == all_lanes) {
        // In 32 bits it is right where it is right at the end.
        constexpr std::size_t last = lanes_of_warp - 1;
        if (places[last] != found.base + static_cast<std::int64_t>(last) * stride) return false;
        std::uint32_t differences = 0;
        for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) {
            differences |= std::uint32_t{places[lane]} ^
                           (static_cast<std::uint32_t>(found.base) +
                            static_cast<std::uint32_t>(lane) * static_cast<std::uint32_t>(stride));
        }
        return differences == 0;
    }
    for_each_lane(others, [&](std::size_t lane) {
        all &= places[lane] == found.base + static_cast<std::int64_t>(lane) * stride;
    });
    return all;
}

template <class T>
std::string_view descr_of() {
    switch (sizeof(T)) {
        case 1: return "|u1";
        case 8: return "<i8";
        default: return std::is_signed_v<T> ? "<i4" : "<u4";
    }
}

}  // namespace

/// The columns of some blocks.
struct RowColumns::Part {
    std::vector<std::uint32_t> masks{};
    std::vector<std::uint8_t> forms{};
    std::vector<std::int64_t> bases{};
    std::vector<std::int32_t> strides{};
    std::vector<std::uint32_t> lists{};

    template <class T>
    void add(std::uint32_t mask, const T* places) {
        Affine affine;
        const bool is = is_affine(mask, places, affine);
        forms.push_back(static_cast<std::uint8_t>(is ? PlaceForm::affine : PlaceForm::list));
        bases.push_back(is ? affine.base : 0);
        strides.push_back(is ? affine.stride : 0);
        if (is) return;
        const std::size_t at = lists.size();
        lists.resize(at + lanes_of_warp);
        for_each_lane(mask, [&](std::size_t lane) {
            lists[at + lane] = static_cast<std::uint32_t>(places[lane]);
        });
    }
};

RowColumns::RowColumns(const Trace& trace)
    : trace_{trace},
      blocks_of_part_{blocks_of_part(trace.rows().size(), static_cast<std::size_t>(trace.warps()))},
      parts_{std::make_shared<std::vector<Part>>(
          (static_cast<std::size_t>(trace.blocks()) + blocks_of_part_ - 1) / blocks_of_part_)} {}

bool RowColumns::make_some() {
    const std::size_t count = std::min(parts_->size() - made_, parts_in_one_go * core_count());
    on_all_cores(count, [&](std::size_t k) {
        const std::size_t first = (made_ + k) * blocks_of_part_;
        make((*parts_)[made_ + k], static_cast<int>(first),
             static_cast<int>(
                 std::min(first + blocks_of_part_, static_cast<std::size_t>(trace_.blocks()))));
    });
    made_ += count;
    return made_ < parts_->size();
}

void RowColumns::make(Part& part, int first_block, int end_block) const {
    const auto rows = static_cast<int>(trace_.rows().size());
    const auto masks = static_cast<std::size_t>(end_block - first_block) *
                       static_cast<std::size_t>(rows) * static_cast<std::size_t>(trace_.warps());
    part.masks.reserve(masks);
    part.forms.reserve(masks);
    part.bases.reserve(masks);
    part.strides.reserve(masks);
    constexpr std::array<std::uint16_t, lanes_of_warp> nowhere{};
    for (int block = first_block; block < end_block; ++block) {
        for (int row = 0; row < rows; ++row) {
            const std::span<const std::uint16_t> lanes = trace_.lanes(block, row);
            const Event event = trace_.event_of(trace_.row(row));
            const std::uint32_t* const addresses =
                is_global(event) ? trace_.addresses(block, row).data() : nullptr;
            for (std::size_t first = 0; first < lanes.size(); first += lanes_of_warp) {
                const std::uint32_t mask =
                    mask_of(lanes.subspan(first, std::min(lanes_of_warp, lanes.size() - first)));
                part.masks.push_back(mask);
                if (mask == 0) continue;
                if (addresses != nullptr) {
                    part.add(mask, addresses + first);
                } else {
                    part.add(mask, event == Event::op ? nowhere.data() : lanes.data() + first);
                }
            }
        }
    }
}

void RowColumns::add_to(NpzWriter& npz) const {
    const auto add = [&]<class T>(const char* name, std::vector<T> Part::*column,
                                  std::vector<std::size_t> shape) {
        std::vector<std::span<const std::byte>> bytes;
        std::size_t count = 0;
        for (const Part& part : *parts_) {
            bytes.push_back(std::as_bytes(std::span{part.*column}));
            count += (part.*column).size();
        }
        if (shape.size() < 3) shape.insert(shape.begin(), shape.empty() ? count : count / shape[0]);
        npz.add_array(name, descr_of<T>(), shape, std::move(bytes), parts_);
    };
    add("mask", &Part::masks,
        {static_cast<std::size_t>(trace_.blocks()), trace_.rows().size(),
         static_cast<std::size_t>(trace_.warps())});
    add("form", &Part::forms, {});
    add("base", &Part::bases, {});
    add("stride", &Part::strides, {});
    add("lists", &Part::lists, {lanes_of_warp});
}

std::int64_t places_of(const TraceData& d, const Row& row) {
    /// A thread moves no more elements at once.
    constexpr std::int64_t most_elements_moved = 256;
    const Site& site = d.sites[static_cast<std::size_t>(row.site)];
    if (is_global(site.event)) return d.array(site.array).size();
    if (is_register(site.event)) return d.threads;
    if (site.event == Event::move) return most_elements_moved;
    return is_shared(site.event) ? d.words : 1;
}

void check_row_sites(const TraceData& d, const ArrayReader& reader) {
    for (const Row& row : d.rows) {
        if (row.site < 0 || static_cast<std::size_t>(row.site) >= d.sites.size()) {
            reader.refuse("a row has no site");
        }
        const Site& site = d.sites[static_cast<std::size_t>(row.site)];
        if (is_global(site.event) &&
            static_cast<std::size_t>(site.array) >= d.facts.arrays.size()) {
            reader.refuse("a row reaches an array that is not there");
        }
    }
}

void check_memory(const TraceData& d, const ArrayReader& reader) {
    if (trace_bytes(d, d.blocks) > memory_budget()) {
        reader.refuse(
            fmt::format("it claims {} blocks of {} rows, more than this machine has memory "
                        "for",
                        d.blocks, d.rows.size()));
    }
}

bool RowColumnsReader::fetch_masks() {
    return reader_.fetch("mask", static_cast<std::int64_t>(static_cast<std::size_t>(d_.blocks) *
                                                           d_.rows.size() * warps()));
}

void RowColumnsReader::read_masks() {
    const std::size_t of_block = d_.rows.size() * warps();
    masks_ =
        reader_.array("mask", ElementType::u32,
                      static_cast<std::int64_t>(static_cast<std::size_t>(d_.blocks) * of_block));
    const auto masks = std::as_const(masks_).as<std::uint32_t>();
    first_entry_.assign(1, 0);
    for (std::size_t block = 0; block < static_cast<std::size_t>(d_.blocks); ++block) {
        const auto idle = std::ranges::count(masks.subspan(block * of_block, of_block), 0U);
        first_entry_.push_back(first_entry_.back() + of_block - static_cast<std::size_t>(idle));
    }
}

bool RowColumnsReader::fetch_places() {
    const auto entries = static_cast<std::int64_t>(first_entry_.back());
    return reader_.fetch("form", entries) && reader_.fetch("base", entries) &&
           reader_.fetch("stride", entries) &&
           reader_.fetch("lists", -1, first_entry_.back() * lanes_of_warp);
}

void RowColumnsReader::read_places() {
    const auto entries = static_cast<std::int64_t>(first_entry_.back());
    forms_ = reader_.array("form", ElementType::u8, entries);
    bases_ = reader_.array("base", ElementType::i64, entries);
    strides_ = reader_.array("stride", ElementType::i32, entries);
    const auto forms = std::as_const(forms_).as<std::uint8_t>();
    first_list_.assign(1, 0);
    for (std::size_t block = 0; block < static_cast<std::size_t>(d_.blocks); ++block) {
        const auto own =
            forms.subspan(first_entry_[block], first_entry_[block + 1] - first_entry_[block]);
        const auto affine = std::ranges::count(own, std::uint8_t{0});
        first_list_.push_back(first_list_.back() + own.size() - static_cast<std::size_t>(affine));
    }
    lists_ = reader_.array("lists", ElementType::u32,
                           static_cast<std::int64_t>(first_list_.back() * lanes_of_warp));
    for (const Row& row : d_.rows) end_of_row_.push_back(places_of(d_, row));
    global_row_ = number_global_rows(d_.rows, d_.sites);
    const std::size_t threads =
        static_cast<std::size_t>(d_.blocks) * static_cast<std::size_t>(d_.threads);
    lanes_ = recycled_array<std::uint16_t>(threads * d_.rows.size());
    addresses_ = recycled_array<std::uint32_t>(threads * global_row_.back());
}

void RowColumnsReader::refuse(std::size_t block, std::size_t row, std::size_t warp,
                              const char* why) const {
    reader_.refuse(fmt::format("in row {} of block {} warp {} {}", row, block, warp, why));
}

bool RowColumnsReader::fill_some() {
    const std::size_t blocks = static_cast<std::size_t>(d_.blocks), first = filled_;
    const std::size_t of_part = blocks_of_part(d_.rows.size(), warps());
    filled_ = std::min(blocks, first + of_part * parts_in_one_go * core_count());
    on_all_cores((filled_ - first + of_part - 1) / of_part, [&](std::size_t k) {
        const std::size_t begin = first + k * of_part;
        for (std::size_t block = begin; block < std::min(begin + of_part, filled_); ++block)
            fill_block(block);
    });
    if (filled_ < blocks) return false;
    d_.lanes = std::move(lanes_);
    d_.addresses = std::move(addresses_);
    masks_ = forms_ = bases_ = strides_ = lists_ = {};
    return true;
}

/// A warp's lanes, and the addresses of a row of global memory; else `addresses` is null.
struct RowColumnsReader::Warp {
    std::uint32_t mask;
    std::int64_t end;  ///< of the places that there are
    std::uint16_t* lanes;
    std::uint32_t* addresses;
};

/// False: it reaches what is not there.
bool RowColumnsReader::fill_affine(const Warp& warp, std::int64_t base, std::int64_t stride) {
    // Beyond these no lane is where a place can be, and nothing overflows.
    constexpr std::int64_t farthest = std::int64_t{1} << 40;
    if (base < -farthest || base > farthest) return false;
    const auto is_place = [&](int lane) {
        const std::int64_t place = base + lane * stride;
        return place >= 0 && place < warp.end;
    };
    // What is between the outermost lanes is between their places.
    if (!is_place(std::countr_zero(warp.mask)) || !is_place(31 - std::countl_zero(warp.mask)))
        return false;
    const auto first = static_cast<std::uint32_t>(base), apart = static_cast<std::uint32_t>(stride);
    const auto fill = [&](auto* to) {
        using T = std::remove_pointer_t<decltype(to)>;
        if (warp.mask == all_lanes) {
            for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane)
                to[lane] = static_cast<T>(first + lane * apart);
        } else {
            for_each_lane(warp.mask, [&](std::size_t lane) {
                to[lane] = static_cast<T>(first + static_cast<std::uint32_t>(lane) * apart);
            });
        }
    };
    if (warp.addresses == nullptr) {
        fill(warp.lanes);
    } else {
        for_each_lane(warp.mask, [&](std::size_t lane) { warp.lanes[lane] = 0; });
        fill(warp.addresses);
    }
    return true;
}

bool RowColumnsReader::fill_listed(const Warp& warp, const std::uint32_t* places) {
    bool all = true;
    for_each_lane(warp.mask, [&](std::size_t lane) {
        all &= places[lane] < warp.end;
        warp.lanes[lane] =
            warp.addresses == nullptr ? static_cast<std::uint16_t>(places[lane]) : std::uint16_t{0};
        if (warp.addresses != nullptr) warp.addresses[lane] = places[lane];
    });
    return all;
}

void RowColumnsReader::fill_block(std::size_t b) {
    const auto threads = static_cast<std::size_t>(d_.threads);
    const std::uint32_t* mask = masks_.as<std::uint32_t>().data() + b * d_.rows.size() * warps();
    std::size_t entry = first_entry_[b];
    const std::uint32_t* list = lists_.as<std::uint32_t>().data() + first_list_[b] * lanes_of_warp;
    std::uint16_t* lanes = lanes_.get() + b * d_.rows.size() * threads;
    std::uint32_t* addresses = addresses_.get() + b * global_row_.back() * threads;
    for (std::size_t row = 0; row < d_.rows.size(); ++row) {
        const bool global = global_row_[row + 1] > global_row_[row];
        for (std::size_t number = 0; number < warps(); ++number) {
            const std::size_t width = std::min(lanes_of_warp, threads - number * lanes_of_warp);
            const Warp warp{.mask = *mask++,
                            .end = end_of_row_[row],
                            .lanes = lanes,
                            .addresses = global ? addresses : nullptr};
            if (warp.mask != all_lanes) {
                std::fill_n(lanes, width, Trace::idle);
                if (global) std::fill_n(addresses, width, 0U);
            }
            lanes += width;
            if (global) addresses += width;
            if (warp.mask == 0) continue;
            if (width < lanes_of_warp && warp.mask >> width != 0)
                refuse(b, row, number, "has more lanes than threads");
            const auto form = forms_.as<std::uint8_t>()[entry];
            if (form > static_cast<std::uint8_t>(PlaceForm::list))
                refuse(b, row, number, "reaches places in a way that is not known");
            const bool listed = form == static_cast<std::uint8_t>(PlaceForm::list);
            const bool there = listed ? fill_listed(warp, list)
                                      : fill_affine(warp, bases_.as<std::int64_t>()[entry],
                                                    strides_.as<std::int32_t>()[entry]);
            if (!there) refuse(b, row, number, "reaches what is not there");
            if (listed) list += lanes_of_warp;
            ++entry;
        }
    }
}

}  // namespace stridescope
