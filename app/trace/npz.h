// NumPy's .npz: a zip of .npy arrays, in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/trace/deflate.h"

namespace stridescope {

using Bytes = std::vector<std::byte>;

/// A member's bytes, aligned for any element behind a head of 64 bytes or a multiple of it.
struct Unpacked {
    std::shared_ptr<std::byte[]> bytes{};
    std::size_t size = 0;

    std::span<const std::byte> all() const { return {bytes.get(), size}; }
    std::string_view text() const { return {reinterpret_cast<const char*>(bytes.get()), size}; }
};

struct PackedMember;

/// Builds a .npz. The same members in the same order give the same bytes. What is added is packed
/// later, in pieces, on all cores.
class NpzWriter {
  public:
    explicit NpzWriter(Packing packing = Packing::deflated);
    NpzWriter(const NpzWriter&) = delete;
    NpzWriter& operator=(const NpzWriter&) = delete;
    ~NpzWriter();

    /// A C-ordered array. `descr` is NumPy's type ("<f4"); `parts` are its elements one part behind
    /// another, little-endian. They must stay until they are packed, or as long as `owner` does.
    /// Where they are parted the packed bytes are, too.
    void add_array(const std::string& name, std::string_view descr,
                   std::span<const std::size_t> shape,
                   std::vector<std::span<const std::byte>> parts,
                   std::shared_ptr<const void> owner = {});
    /// A member that is no array.
    void add_text(const std::string& name, std::string_view text);

    /// Packs some megabytes of what was added. False: all of it is packed.
    bool pack_some();
    /// All that was added, as one file. Throws RunError.
    Bytes finish();
    /// What finish does in two steps: the members, packed, and the file that they make.
    std::vector<PackedMember> take_members();
    static Bytes file_of(const std::vector<PackedMember>& members);

  private:
    struct Added;
    struct Piece;

    void add(std::string name, std::string head, std::vector<std::span<const std::byte>> parts,
             std::shared_ptr<const void> owner);
    void pack(std::size_t first, std::size_t end);

    Packing packing_;
    std::vector<std::unique_ptr<Added>> added_;
    std::vector<Piece> pieces_;  ///< of all that was added, in order
    std::size_t packed_ = 0;     ///< of these
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
    Unpacked read(const std::string& name, std::uint64_t most);
    /// Unpacks some megabytes of what read() is asked for next, with the same arguments, and throws
    /// as it does. True: all of it is unpacked.
    bool fetch(const std::string& name, std::uint64_t most);

  private:
    struct Archive;
    struct Fetched;

    void begin(const std::string& name, Fetched& member);
    bool fetch_pieces(const std::string& name, std::uint64_t size, Fetched& member);
    bool fetch_stream(const std::string& name, std::uint64_t size, Fetched& member);

    std::unique_ptr<Archive> archive_;
    std::string source_;
};

}  // namespace stridescope
