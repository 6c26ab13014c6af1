// A trace's events, as its file lists them, back into lanes. Internal to app/trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/experiment/typed_array.h"
#include "app/trace/array_reader.h"
#include "app/trace/trace.h"

namespace stridescope {

/// The columns step, site, iteration and kind repeat what the row table says; a file where they
/// differ was tampered with and is refused. What returns a bool is a piece: false means that there
/// is more of it to do.
class EventReader {
  public:
    EventReader(TraceData& d, ArrayReader& reader) : d_{d}, reader_{reader} {}

    bool fetch_rows() { return reader_.fetch("row", -1, most_events()); }
    void read_rows();

    /// Unpacks some of a column.
    bool fetch(const std::string& name) {
        return reader_.fetch(name, static_cast<std::int64_t>(rows_.size()));
    }
    /// Whether a column says of each event what `of_row` says of its row; refused where not.
    bool agrees(const std::string& name, int (*of_row)(const TraceData&, const Row&));

    /// Refused where the lanes would need more memory than there is.
    void check_memory() const;
    void read_blocks() { blocks_ = array("block"); }
    void read_threads() { threads_ = array("thread"); }
    void read_words() { words_ = array("word"); }
    void read_addresses() { reached_ = array("address"); }

    /// Room for the lanes, all idle.
    void clear_lanes();
    bool fill_lanes();

  private:
    std::uint64_t most_events() const;
    /// Does it for the next events, some hundred thousand of them. True: these were the last.
    template <class F>
    bool go_on(F of_event);
    std::span<const std::int32_t> rows() const { return rows_.as<std::int32_t>(); }
    const Site& site_of(const Row& row) const {
        return d_.sites[static_cast<std::size_t>(row.site)];
    }
    TypedArray array(const std::string& name) const {
        return reader_.array(name, ElementType::i32, static_cast<std::int64_t>(rows_.size()));
    }

    TraceData& d_;
    ArrayReader& reader_;
    TypedArray rows_, blocks_, threads_, words_, reached_;  ///< of each event
    std::size_t next_ = 0;                                  ///< the event that go_on comes to next
    TypedArray column_;                                     ///< that agrees() looks at
    std::shared_ptr<std::uint16_t[]> lanes_;
    std::shared_ptr<std::uint32_t[]> addresses_;
    std::vector<std::size_t> global_row_;
};

}  // namespace stridescope
