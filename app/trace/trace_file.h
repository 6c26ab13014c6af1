// The trace as a file: .npz, a zip of NumPy arrays (docs/trace_format.md).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/trace/deflate.h"
#include "app/trace/trace.h"

namespace stridescope {

/// The bytes of the .npz. The same trace gives the same bytes, always.
std::vector<std::byte> encode_trace(const Trace& trace, Packing packing = Packing::deflated);

/// An array of a trace's file as it is stored there, undeflated.
struct StoredMember {
    std::string name{};
    std::size_t size = 0;
    std::unique_ptr<std::byte[]> bytes{};
};
/// What encode_trace gives with Packing::stored, of all members in their order.
std::vector<std::byte> encode_members(std::vector<StoredMember> members);

/// encode_trace, a piece at a time: about an array. For who has other things to do between them.
class TraceWriting {
  public:
    /// The trace must outlive it. Throws as encode_trace does, and so do the others.
    explicit TraceWriting(const Trace& trace, Packing packing = Packing::deflated);
    TraceWriting(const TraceWriting&) = delete;
    TraceWriting& operator=(const TraceWriting&) = delete;
    ~TraceWriting();

    /// Packs the next piece. False: there is none left.
    bool go_on();
    /// Packs all that is left. The bytes of the .npz.
    std::vector<std::byte> whole();
    /// The members instead, which are put together elsewhere. With Packing::stored only.
    std::vector<StoredMember> members();

  private:
    struct Work;
    std::unique_ptr<Work> work_;
};

/// Reads them back: decode_trace(encode_trace(t)) equals t. Throws UsageError, naming what is
/// wrong with the bytes; `name` is what the sentence calls them.
std::shared_ptr<const Trace> decode_trace(std::vector<std::byte> bytes, const std::string& name);

/// decode_trace, a piece at a time: some megabytes, or some hundred thousand events.
class TraceReading {
  public:
    /// Throws as decode_trace does, and so does go_on().
    TraceReading(std::vector<std::byte> bytes, const std::string& name);
    TraceReading(const TraceReading&) = delete;
    TraceReading& operator=(const TraceReading&) = delete;
    ~TraceReading();

    /// Reads the next piece. False: that was the last one.
    bool go_on();
    /// Reads all that is left.
    std::shared_ptr<const Trace> whole();
    /// What was read; null before the last piece.
    std::shared_ptr<const Trace> trace() const;

  private:
    struct Work;
    std::vector<std::byte> bytes_;
    std::unique_ptr<Work> work_;
};

/// Writes beside `path`, syncs and renames, so that no failure leaves half a file.
void write_trace(const Trace& trace, const std::filesystem::path& path);
std::shared_ptr<const Trace> read_trace(const std::filesystem::path& path);
/// The file is read, its arrays are not yet.
std::unique_ptr<TraceReading> begin_to_read_trace(const std::filesystem::path& path);
std::shared_ptr<const Trace> read_trace_from_stdin();

}  // namespace stridescope
