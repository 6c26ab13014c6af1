// What main's calls do on the device, and what keeps it apart: launches and copies of one stream
// run one after the other, those of two streams, and main itself, only where an event, a
// synchronisation or the default stream orders them. Asked by clocks, as in order.h: here they run
// when they are called.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/language/tree.h"
#include "app/machine/memory.h"

namespace stridescope::machine {

/// Which words of memory a launch reads and writes; several threads may note at once.
class Touched {
  public:
    static constexpr std::uint8_t read = 1, written = 2;

    /// Nothing, of every piece that the device reaches.
    void begin(const GlobalMemory& memory);
    void note(std::uint64_t address, std::uint32_t width, std::uint8_t how) {
        const auto at = pieces_.find(address >> language::addresses::shift);
        if (at == pieces_.end()) return;
        const std::uint64_t offset = address - at->second.address;
        for (std::uint64_t w = offset / 4; w <= (offset + width - 1) / 4; ++w) {
            if (w >= at->second.words.size()) return;
            const std::atomic_ref<std::uint8_t> word(at->second.words[w]);
            const std::uint8_t before = word.load(std::memory_order_relaxed);
            if ((before & how) != how) word.fetch_or(how, std::memory_order_relaxed);
        }
    }

    struct Piece {
        std::uint64_t address = 0;
        std::vector<std::uint8_t> words{};
    };
    /// [number of the address]
    const std::unordered_map<std::uint64_t, Piece>& pieces() const { return pieces_; }

  private:
    std::unordered_map<std::uint64_t, Piece> pieces_;
};

class StreamOrder {
  public:
    using Stream = std::uint64_t;

    /// Nothing is looked at before there is a stream, or memory that main and the device share.
    bool active() const { return active_; }
    void activate() { active_ = true; }

    Stream create(bool is_blocking);
    void record(std::uint64_t event, Stream stream);
    void wait(Stream stream, std::uint64_t event);
    // Main waits:
    void join(Stream stream);
    void join_event(std::uint64_t event);
    void join_all();

    /// What is not kept apart from something before it.
    struct Conflict {
        std::uint64_t number = 0, word = 0;  ///< of the piece; its word
        bool writes = false, past_writes = false;
        std::string past{};  ///< who was there before
        language::Place past_place{};
    };
    /// Something runs in the stream from now on.
    void begin(Stream stream, std::string what, language::Place place);
    std::optional<Conflict> access(std::uint64_t address, std::uint64_t bytes, bool writes);
    std::optional<Conflict> access(const Touched& touched);
    /// Main itself reaches memory.
    std::optional<Conflict> reach(std::uint64_t address, std::uint64_t bytes, bool writes);
    /// Whether main may meet something in the piece that still runs.
    bool is_pending(std::uint64_t address) const;

  private:
    /// How many of each stream's are over.
    using Clock = std::map<Stream, std::uint32_t>;
    struct Past {
        std::string what{};
        language::Place place{};
    };
    /// The last of a stream's that read and wrote each word.
    struct Last {
        std::vector<std::uint32_t> read{}, written{};
        std::uint32_t latest = 0;
    };

    static void add(Clock& to, const Clock& other);
    static Stream own(Stream stream) { return stream == 1 ? 0 : stream; }
    bool blocks(Stream stream) const { return !free_.contains(stream); }
    std::optional<Conflict> check(const Clock& known, std::uint64_t number, std::uint64_t word,
                                  bool writes, std::optional<Stream> except);
    void keep(std::uint64_t number, std::uint64_t word, bool writes);

    bool active_ = false;
    Stream next_ = 16;
    std::set<Stream> free_;  ///< that do not wait for the default stream
    std::map<Stream, Clock> at_;
    std::map<Stream, std::vector<Past>> past_;
    std::map<std::uint64_t, Clock> events_;
    Clock host_, now_;
    Stream stream_ = 0;
    std::unordered_map<std::uint64_t, std::map<Stream, Last>> pieces_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> told_;  ///< two places
    language::Place place_{};
};

}  // namespace stridescope::machine
