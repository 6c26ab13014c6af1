// What the lanes of warps did in the rows, as a trace's file has it: for each block, row and warp
// which lanes took part, and where they reached. Internal to app/trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/experiment/typed_array.h"
#include "app/trace/array_reader.h"
#include "app/trace/npz.h"
#include "app/trace/trace.h"

namespace stridescope {

/// The columns, made and added to a file. Entries stand in the order of `mask`, one for each that
/// is not 0.
class RowColumns {
  public:
    /// The trace must outlive it.
    explicit RowColumns(const Trace& trace);

    /// Makes some of them. False: they are all made.
    bool make_some();
    /// When all are made; what is added goes on living with the writer.
    void add_to(NpzWriter& npz) const;

  private:
    struct Part;

    void make(Part& part, int first_block, int end_block) const;

    const Trace& trace_;
    std::size_t blocks_of_part_;
    std::shared_ptr<std::vector<Part>> parts_;
    std::size_t made_ = 0;
};

/// Reads them back into a table of places. What returns a bool is a piece: false means that there
/// is more of it to do.
class RowColumnsReader {
  public:
    /// The rows and sites of `d` are read.
    RowColumnsReader(TraceData& d, ArrayReader& reader) : d_{d}, reader_{reader} {}

    bool fetch_masks();
    void read_masks();
    bool fetch_places();
    void read_places();
    bool fill_some();

  private:
    /// What one warp did in one row.
    struct Entry {
        std::size_t block, row, warp;
        std::uint32_t mask;
    };

    void fill_block(std::size_t block);
    static bool is_there(std::uint32_t mask, std::int64_t base, std::int64_t stride,
                         std::int64_t end);
    bool add_list(const Entry& entry, const std::uint32_t* list);
    std::size_t warps() const { return (static_cast<std::size_t>(d_.threads) + 31) / 32; }
    [[noreturn]] void refuse(std::size_t block, std::size_t row, std::size_t warp,
                             const char* why) const;

    TraceData& d_;
    ArrayReader& reader_;
    TypedArray masks_, forms_, bases_, strides_, lists_;
    std::vector<std::size_t> first_entry_{}, first_list_{};  ///< of each block, and of all
    std::vector<std::int64_t> end_of_row_{};                 ///< places that its lanes may reach
    std::shared_ptr<PlaceTable> places_{};
    std::size_t filled_ = 0;  ///< blocks
};

/// Sites of the rows, and the arrays that these reach, are there; refused where not.
void check_row_sites(const TraceData& d, const ArrayReader& reader);
/// Refused where the lanes would need more memory than there is.
void check_memory(const TraceData& d, const ArrayReader& reader);
/// How many places a row's lanes may reach: words, elements, threads or parts of what was loaded.
std::int64_t places_of(const TraceData& d, const TraceRow& row);

}  // namespace stridescope
