// Global memory: pieces with addresses that tell which piece they are of.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/language/compile.h"
#include "app/machine/kernel_heap.h"
#include "app/machine/pages.h"

namespace stridescope::machine {

/// Bytes on each side of an array: what a row of 32 lanes of 8 bytes may touch beyond its ends
/// while lanes sit out.
inline constexpr std::size_t memory_margin = 512;

/// A value of `width` bytes, at most 8, as it lies in memory.
inline std::uint64_t read_bits(const std::byte* data, std::uint32_t width) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, data, width);
    return bits;
}

/// Which words of 4 bytes of a piece somebody wrote, where that is asked; all of them, else. Blocks
/// that run at the same time write different words, or find out that they don't (see claims.h).
class Written {
  public:
    /// What is known of each word, where it is asked.
    std::byte* data() { return size_ == 0 ? nullptr : &words_[0]; }
    std::uint64_t size() const { return size_; }
    /// Nobody has written any of so many bytes.
    void ask(std::uint64_t bytes);
    bool asked() const { return size_ != 0; }
    void mark(std::uint64_t offset, std::uint64_t bytes) { set(offset, bytes, 1); }
    void unmark(std::uint64_t offset, std::uint64_t bytes) {
        set(offset, bytes, 0);
        settled_ = std::min(settled_, offset / 4);
    }
    bool test(std::uint64_t offset, std::uint64_t bytes) const {
        for (std::uint64_t w = offset / 4; w <= (offset + bytes - 1) / 4; ++w) {
            if (words_[w] == std::byte{0}) return false;
        }
        return true;
    }
    /// As so much of another piece, of which it is asked, too, and whose words begin where these
    /// do. A word of which only a part is copied counts as written.
    void copy(std::uint64_t offset, const Written& from, std::uint64_t from_offset,
              std::uint64_t bytes);
    /// Asks no more where all is written.
    void settle();
    /// Asks no more.
    void forget() {
        words_.reset();
        size_ = 0;
    }
    /// Something on the device may not be done with the piece (see StreamOrder).
    bool pending() const { return pending_; }
    void set_pending(bool to) { pending_ = to; }
    /// Whether an access has something to ask or to note.
    bool concerns() const { return asked() || pending(); }

  private:
    void set(std::uint64_t offset, std::uint64_t bytes, std::uint8_t to);

    Pages words_;
    std::uint64_t size_ = 0;     ///< words
    std::uint64_t settled_ = 0;  ///< as many at the begin are known to be written
    bool pending_ = false;
};

/// Who may reach a piece.
enum class Reach : std::uint8_t { both, host, device };

/// One piece. What lies before and behind it is there to be touched by accident.
struct Allocation {
    std::string name{};
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::byte* data = nullptr;
    Reach reach = Reach::both;
    bool freed = false;
    bool is_pinned = false;  ///< memory of the host's that the device reaches as well
    std::unique_ptr<Written> written = std::make_unique<Written>();
    /// A number that stands for what lies there, as long as nobody writes (see Repeats); 0: none.
    /// Whoever writes into memory of the device takes it away.
    std::uint64_t content = 0;
    const language::Variable* variable = nullptr;
    std::shared_ptr<KernelHeap> heap{};  ///< its blocks, of the piece that kernels allocate in
    /// What `data` lies in; a trace may share it.
    std::shared_ptr<std::byte[]> storage{};
};

class GlobalMemory;

/// [allocation]: a copy of what lies there, of those that kernels reach; nothing where all of them
/// together have more than 16 MiB.
std::vector<std::vector<std::byte>> held_by(const GlobalMemory& memory);

class GlobalMemory {
  public:
    /// A new piece, all 0. Its index, by which `operator[]` finds it.
    std::size_t allocate(std::string name, std::uint64_t bytes, Reach reach = Reach::both);
    /// One at a number that the program has chosen (arrays of host functions).
    std::size_t allocate_at(std::uint64_t number, std::string name, std::uint64_t bytes);
    /// Frees what `find` finds there.
    void free(std::uint64_t address);

    Allocation& operator[](std::size_t index) { return all_[index]; }
    const Allocation& operator[](std::size_t index) const { return all_[index]; }
    std::size_t size() const { return all_.size(); }
    /// Which piece an address is of; nullptr: none.
    Allocation* find(std::uint64_t address);
    /// The address without the tag that pointers into the kernels' heap bear.
    std::uint64_t plain(std::uint64_t address);
    /// From now on `reach` looks anew, and so does who keeps what it found.
    void look_anew() {
        found_ = {};
        ++looks_;
    }
    /// How often that was so: what was found since the last time is still true.
    std::uint64_t looks() const { return looks_; }
    /// Where `width` bytes, a power of two, lie that a host's main reaches; nullptr: there is
    /// something to say or to note of it. What was found is found again at once: not for several
    /// threads.
    std::byte* reach(std::uint64_t address, std::uint32_t width) {
        const std::uint64_t number = address >> language::addresses::shift;
        const Found& found = found_[number % found_.size()];
        const std::uint64_t offset = address - found.begin;
        if (found.number != number || offset >= found.bytes || width > found.bytes - offset ||
            (address & (width - 1)) != 0) [[unlikely]]
            return reach_anew(address, width);
        return found.data + offset;
    }
    std::uint64_t total_bytes() const { return total_; }
    /// Where kernels note what they touch; nullptr: nobody asks.
    class Touched* touched = nullptr;
    /// As the compiler wants to know it.
    std::vector<language::Memory> layout() const;
    /// What launches use beside it, one after the other; made by the first that does.
    std::shared_ptr<class LaunchScratch> scratch{};

    template <typename T>
    T* as(std::size_t index) {
        return reinterpret_cast<T*>(all_[index].data);
    }

  private:
    struct Found {
        std::uint64_t number = ~std::uint64_t{0};
        std::uint64_t begin = 0, bytes = 0;
        std::byte* data = nullptr;
    };
    std::byte* reach_anew(std::uint64_t address, std::uint32_t width);

    std::vector<Allocation> all_;
    std::array<Found, 16> found_{};
    std::uint64_t looks_ = 0;
    std::unordered_map<std::uint64_t, std::size_t> by_number_;
    std::uint64_t total_ = 0;
};

}  // namespace stridescope::machine
