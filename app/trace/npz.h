// NumPy's .npz: a zip of .npy arrays, in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

using Bytes = std::vector<std::byte>;

/// Builds a .npz. The same members in the same order give the same bytes.
class NpzWriter {
  public:
    /// A C-ordered array. `descr` is NumPy's type ("<f4"); `bytes` its elements, little-endian.
    void add_array(const std::string& name, std::string_view descr,
                   std::span<const std::size_t> shape, std::span<const std::byte> bytes);
    /// A member that is no array.
    void add_text(const std::string& name, std::string_view text);

    /// Compresses all. Throws RunError.
    Bytes finish();

  private:
    struct Member {
        std::string name;
        Bytes bytes;
    };
    std::vector<Member> members_;
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

  private:
    struct Archive;
    std::unique_ptr<Archive> archive_;
    std::string source_;
};

}  // namespace stridescope
