// NumPy's .npz: a zip of .npy arrays, in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/errand.h"
#include "app/trace/packing.h"

namespace stridescope {

using Bytes = std::vector<std::byte>;

struct PackedMember;

/// Builds a .npz. The same members in the same order give the same bytes. Members are packed side
/// by side while the next are added; a call may wait for an earlier one's.
class NpzWriter {
  public:
    explicit NpzWriter(Packing packing = Packing::deflated);
    NpzWriter(const NpzWriter&) = delete;
    NpzWriter& operator=(const NpzWriter&) = delete;
    ~NpzWriter();

    /// A C-ordered array. `descr` is NumPy's type ("<f4"); `bytes` its elements, little-endian.
    void add_array(const std::string& name, std::string_view descr,
                   std::span<const std::size_t> shape, std::span<const std::byte> bytes);
    /// The same, written by `fill` into room for so many bytes, aligned for all of NumPy's types.
    /// It may be called on another thread, up to the end of finish().
    void add_array(const std::string& name, std::string_view descr,
                   std::span<const std::size_t> shape, std::size_t bytes,
                   std::function<void(std::span<std::byte>)> fill);
    /// A member that is no array.
    void add_text(const std::string& name, std::string_view text);

    /// Until all that was added is packed.
    void wait();
    /// All that was added, as one file. Throws RunError.
    Bytes finish();
    /// The same in two steps.
    std::vector<PackedMember> take_members();
    static Bytes file_of(const std::vector<PackedMember>& members);

  private:
    void add(std::string name, std::string head, std::size_t bytes,
             std::function<void(std::span<std::byte>)> fill);

    Packing packing_;
    std::vector<Errand<PackedMember>> members_;
};

/// The members of a zip, unpacked one by one as they are asked for. All throw UsageError that names
/// `source`.
class NpzReader {
  public:
    /// `file` must outlive it. Refuses two members of one name: some programs would take the first
    /// and some the last.
    NpzReader(std::span<const std::byte> file, std::string source);
    NpzReader(NpzReader&&) noexcept;
    NpzReader& operator=(NpzReader&&) = delete;
    ~NpzReader();

    bool has(const std::string& name) const;
    std::vector<std::string> names() const;
    /// The member's bytes. Refused before anything is unpacked if the file says that they are more
    /// than `most`, and when they turn out to be.
    Bytes read(const std::string& name, std::uint64_t most);
    /// Unpacks some megabytes of what read() is asked for next, with the same arguments, and throws
    /// as it does. True: all of it is unpacked.
    bool fetch(const std::string& name, std::uint64_t most);

  private:
    struct Archive;
    std::unique_ptr<Archive> archive_;
    std::string source_;
};

}  // namespace stridescope
