// NumPy's .npz: a zip of .npy arrays, in memory.
#pragma once

#include <cstddef>
#include <map>
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

/// The members of a zip by name, decompressed. Throws UsageError that names `source`.
std::map<std::string, Bytes> read_npz(std::span<const std::byte> file, const std::string& source);

}  // namespace stridescope
