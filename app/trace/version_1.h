// Version 1 of a trace's file lists single events: nine columns, one entry for each thread that did
// something in a row. Files of it are read for ever, and no longer written. Internal to app/trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/experiment/typed_array.h"
#include "app/trace/array_reader.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Reads them into a table of places. The columns step, site, iteration and kind repeat what the
/// row table says; a file where they differ was tampered with and is refused.
class EventReader {
  public:
    /// The rows and sites of `d` are read before it goes on.
    EventReader(TraceData& d, ArrayReader& reader);

    /// Reads a piece. True: that was the last one.
    bool go_on();

  private:
    // What returns a bool is a piece: false means that there is more of it to do.
    void read_rows();
    bool agrees(const std::string& name, int (*of_row)(const TraceData&, const TraceRow&));
    void clear_lanes();
    bool fill_lanes();
    std::uint64_t most_events() const;
    /// Does it for the next events, some hundred thousand of them. True: these were the last.
    template <class F>
    bool for_next(F of_event);
    std::span<const std::int32_t> rows() const { return rows_.as<std::int32_t>(); }
    const TraceSite& site_of(const TraceRow& row) const {
        return d_.sites[static_cast<std::size_t>(row.site)];
    }
    TypedArray array(const std::string& name) const {
        return reader_.array(name, ElementType::i32, static_cast<std::int64_t>(rows_.size()));
    }

    TraceData& d_;
    ArrayReader& reader_;
    std::deque<std::function<bool()>> left_;                ///< pieces
    TypedArray rows_, blocks_, threads_, words_, reached_;  ///< of each event
    std::size_t next_ = 0;  ///< the event that for_next comes to next
    TypedArray column_;     ///< that agrees() looks at
    std::shared_ptr<std::int32_t[]> lanes_;
    std::shared_ptr<std::uint32_t[]> addresses_;
    std::vector<std::size_t> global_row_;  ///< rows of global memory before each, and of all
};

}  // namespace stridescope
