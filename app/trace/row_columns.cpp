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
#include "app/io/background.h"
#include "app/io/memory_budget.h"

namespace stridescope {
namespace {

/// How an entry says where its lanes reached.
enum class PlaceForm : std::uint8_t {
    affine,  ///< lane l at base + l · stride
    list,    ///< as the next 32 numbers of `lists` say
};

/// How large each part of the columns is: the same on any number of cores.
constexpr std::size_t masks_of_part = std::size_t{1} << 16;
/// Parts that are made, or read, in one go by each core.
constexpr std::size_t parts_in_one_go = 2;

std::size_t blocks_of_part(std::size_t rows, std::size_t warps) {
    return std::max<std::size_t>(1, masks_of_part / std::max<std::size_t>(1, rows * warps));
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

    void add(const WarpPlaces& warp) {
        forms.push_back(
            static_cast<std::uint8_t>(warp.is_listed() ? PlaceForm::list : PlaceForm::affine));
        bases.push_back(warp.is_listed() ? 0 : warp.base);
        strides.push_back(warp.is_listed() ? 0 : warp.stride);
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
    const PlaceTable& places = *trace_.data().places;
    for (int block = first_block; block < end_block; ++block) {
        const auto of_block = static_cast<std::size_t>(block);
        for (int row = 0; row < rows; ++row) {
            const Event event = trace_.event_of(trace_.row(row));
            for (WarpPlaces warp : places.row(of_block, static_cast<std::size_t>(row))) {
                part.masks.push_back(warp.mask);
                if (warp.mask == 0) continue;
                // Where an operation was carried out is nowhere.
                if (event == Event::op) warp = {.mask = warp.mask};
                part.add(warp);
                if (!warp.is_listed()) continue;
                const std::size_t at = part.lists.size();
                part.lists.resize(at + lanes_of_warp);
                places.copy(of_block, warp, 0U, part.lists.data() + at);
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

std::int64_t places_of(const TraceData& d, const TraceRow& row) {
    /// A thread moves no more elements at once.
    constexpr std::int64_t most_elements_moved = 256;
    const TraceSite& site = d.sites[static_cast<std::size_t>(row.site)];
    if (is_global(site.event)) return d.array(site.array).size();
    if (is_register(site.event)) return d.threads;
    if (site.event == Event::move) return most_elements_moved;
    return reaches_cells(site.event) ? d.words : 1;
}

void check_row_sites(const TraceData& d, const ArrayReader& reader) {
    for (const TraceRow& row : d.rows) {
        if (row.site < 0 || static_cast<std::size_t>(row.site) >= d.sites.size()) {
            reader.refuse("a row has no site");
        }
        const TraceSite& site = d.sites[static_cast<std::size_t>(row.site)];
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
    for (const TraceRow& row : d_.rows) end_of_row_.push_back(places_of(d_, row));
    places_ = std::make_shared<PlaceTable>(static_cast<std::size_t>(d_.blocks), d_.rows.size(),
                                           static_cast<std::size_t>(d_.threads));
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
        for (std::size_t block = begin; block < std::min(begin + of_part, filled_); ++block) {
            fill_block(block);
            places_->settle(block, block > begin ? block - 1 : block);
        }
    });
    if (filled_ < blocks) return false;
    d_.places = std::move(places_);
    masks_ = forms_ = bases_ = strides_ = lists_ = {};
    return true;
}

/// Whether all that the lanes reached is there.
bool RowColumnsReader::is_there(std::uint32_t mask, std::int64_t base, std::int64_t stride,
                                std::int64_t end) {
    // Beyond these no lane is where a place can be, and nothing overflows.
    constexpr std::int64_t farthest = std::int64_t{1} << 40;
    if (base < -farthest || base > farthest) return false;
    const auto is_place = [&](int lane) {
        const std::int64_t place = base + lane * stride;
        return place >= 0 && place < end;
    };
    // What is between the outermost lanes is between their places.
    return is_place(std::countr_zero(mask)) && is_place(31 - std::countl_zero(mask));
}

/// A list of them; false: one is not there.
bool RowColumnsReader::add_list(const Entry& entry, const std::uint32_t* list) {
    bool all = true;
    for (std::uint32_t left = entry.mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        all &= list[lane] < end_of_row_[entry.row];
    }
    if (all) places_->add(entry.block, entry.row, entry.warp, entry.mask, list);
    return all;
}

void RowColumnsReader::fill_block(std::size_t block) {
    const auto threads = static_cast<std::size_t>(d_.threads);
    const std::uint32_t* masks =
        masks_.as<std::uint32_t>().data() + block * d_.rows.size() * warps();
    const auto forms = std::as_const(forms_).as<std::uint8_t>();
    const auto bases = std::as_const(bases_).as<std::int64_t>();
    const auto strides = std::as_const(strides_).as<std::int32_t>();
    std::size_t at = first_entry_[block];
    const std::uint32_t* list =
        lists_.as<std::uint32_t>().data() + first_list_[block] * lanes_of_warp;
    places_->clear(block);
    for (std::size_t row = 0; row < d_.rows.size(); ++row) {
        for (std::size_t warp = 0; warp < warps(); ++warp) {
            const Entry entry{.block = block, .row = row, .warp = warp, .mask = *masks++};
            if (entry.mask == 0) continue;
            const std::size_t width = std::min(lanes_of_warp, threads - warp * lanes_of_warp);
            if (width < lanes_of_warp && entry.mask >> width != 0)
                refuse(block, row, warp, "has more lanes than threads");
            const std::uint8_t form = forms[at];
            if (form > static_cast<std::uint8_t>(PlaceForm::list))
                refuse(block, row, warp, "reaches places in a way that is not known");
            const bool listed = form == static_cast<std::uint8_t>(PlaceForm::list);
            const bool there = listed
                                   ? add_list(entry, list)
                                   : is_there(entry.mask, bases[at], strides[at], end_of_row_[row]);
            if (!there) refuse(block, row, warp, "reaches what is not there");
            if (listed)
                list += lanes_of_warp;
            else
                places_->add_in_line(block, row, warp, entry.mask, bases[at], strides[at]);
            ++at;
        }
    }
}

}  // namespace stridescope
