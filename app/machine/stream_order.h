// What main's calls do on the device, and what keeps it apart: launches and copies of one stream
// run one after the other, those of two streams, and main itself, only where an event, a
// synchronisation or the default stream orders them. Asked by clocks, as in order.h: here they run
// when they are called.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/language/tree.h"
#include "app/machine/memory.h"

namespace stridescope::machine {

/// Which bytes of memory a launch reads and writes; several threads may note at once. What it noted
/// is gone once StreamOrder::access has seen it.
class Touched {
  public:
    /// Which bytes of a word of 4 were read, which were written, and which by atomics.
    using How = std::uint16_t;
    static constexpr How read = 0x00F, written = 0x0F0, atomic = 0xF00;
    static constexpr std::size_t words_of_chunk = 4096;

    /// One number of addresses, its words in chunks of which most are never touched.
    struct Piece {
        std::uint64_t address = 0, words = 0;
        Pages how{};                        ///< [word]: How
        std::vector<std::uint8_t> dirty{};  ///< [chunk]: whether one of its words is
    };

    /// There is a piece for all memory that the device reaches.
    void begin(const GlobalMemory& memory);
    void note_atomic(std::uint64_t address, std::uint32_t width);
    /// The lanes of a mask, each at its own address.
    void note(std::uint32_t mask, std::span<const std::uint64_t> addresses, std::uint32_t width,
              bool writes);

    /// Where the lanes are: `address` and so many steps behind it, of each its index or, without
    /// one, its number.
    struct Places {
        std::uint64_t address = 0;
        std::int64_t step = 0;
        const std::int32_t* index = nullptr;  ///< [lane]
    };
    /// The same, all in the piece where `address` is.
    void note(std::uint32_t mask, const Places& places, std::uint32_t width, bool writes);

    /// Calls `visit(number, first word, word behind the last, how)` for each stretch of words that
    /// were touched alike.
    template <class Visit>
    void for_each_run(Visit&& visit) const;
    void forget();
    /// Notes what the other has noted.
    void add(const Touched& other);

  private:
    Piece* piece_of(std::uint64_t address);
    static void note(Piece& piece, std::uint64_t address, std::uint32_t width, How how);
    static void note_word(Piece& piece, std::uint64_t word, How how);
    /// Whether a warp's words, one behind another from this one on, are noted like this already.
    static bool all_noted(const Piece& piece, std::uint64_t word, How how);

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
    /// A stream of a graph's node, which waits for nothing but those of the nodes that are named.
    void begin_node(Stream stream, std::span<const Stream> after);
    // Main waits:
    void join(Stream stream);
    void join_event(std::uint64_t event);
    void join_all();
    /// Main asks whether it is over. It may not be when it is asked for the first time, unless main
    /// has waited for it; the second time it is, and main knows that.
    bool ask(Stream stream);
    bool ask_event(std::uint64_t event);

    /// What is not kept apart from something before it.
    struct Conflict {
        std::uint64_t number = 0, word = 0;  ///< of the piece; its word
        bool writes = false, past_writes = false;
        std::string past{};  ///< who was there before
        language::Place past_place{};
    };
    /// Something runs in the stream from now on. Functions of the host are not told of each other:
    /// one thread may well run all of them.
    void begin(Stream stream, std::string what, language::Place place, bool on_host = false);
    std::optional<Conflict> access(std::uint64_t address, std::uint64_t bytes, bool writes);
    std::optional<Conflict> access(Touched& touched);
    /// What runs writes memory that main alone can wait at.
    void note_write(std::uint64_t address, std::uint64_t bytes);
    /// Main sees what is there. Where a function of the host wrote it, that may be how it tells
    /// main that it, and what its stream did before, is over.
    void see(std::uint64_t address, std::uint64_t bytes);
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
        bool on_host = false;
        Clock clock{};  ///< a function of the host's: what is over when it is
    };
    /// Words one behind another of which the same bytes are read and written: bits of Touched.
    struct Run {
        std::uint64_t number = 0, begin = 0, end = 0;
        Touched::How how = 0;
    };
    /// Who of a stream read a word, who wrote it and who changed it last by atomics: the number in
    /// `past_`, and in the lower four bits which of the bytes.
    struct Users {
        std::uint32_t read = 0, written = 0, atomic = 0;
    };
    /// A copy has whole chunks alike, and there is no need to say so word by word.
    struct Chunk {
        Users all{};                     ///< of each word, where it has no own
        std::unique_ptr<Users[]> own{};  ///< [word]

        const Users& of(std::uint64_t word) const {
            return own == nullptr ? all : own[word % Touched::words_of_chunk];
        }
    };
    struct Last {
        std::vector<Chunk> chunks{};
        std::uint32_t latest = 0;
    };

    template <class F>
    static void for_each_run(std::uint64_t address, std::uint64_t bytes, bool writes, F&& f);
    static void add(Clock& to, const Clock& other);
    Clock clock_of(Stream stream) const;
    bool ask(std::pair<bool, std::uint64_t> whom, const Clock& clock);
    static Stream own(Stream stream) { return stream == 1 ? 0 : stream; }
    bool blocks(Stream stream) const { return !free_.contains(stream); }
    std::optional<Conflict> check(const Clock& known, const Run& run, std::optional<Stream> except);
    std::optional<Conflict> check(const Last& last, Stream stream, std::uint32_t over,
                                  const Run& run);
    void keep(const Run& run);
    void take_run(const Run& run, std::optional<Conflict>& first);
    void forget_what_is_over();

    bool active_ = false;
    Stream next_ = 16;
    std::set<Stream> free_;  ///< that do not wait for the default stream
    std::map<Stream, Clock> at_;
    std::map<Stream, std::vector<Past>> past_;
    std::map<std::uint64_t, Clock> events_;
    Clock host_, now_;
    std::map<std::pair<bool, std::uint64_t>, Clock> asked_;  ///< [whether an event, its number]
    Stream stream_ = 0;
    bool on_host_ = false;
    std::unordered_map<std::uint64_t, std::map<Stream, Last>> pieces_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> told_;  ///< two places
    language::Place place_{};
};

template <class Visit>
void Touched::for_each_run(Visit&& visit) const {
    namespace ad = language::addresses;
    for (const auto& [number, piece] : pieces_) {
        const std::uint64_t offset = (piece.address - ad::begin(number)) / 4;
        const auto* const how = reinterpret_cast<const How*>(piece.how.get());
        for (std::size_t c = 0; c < piece.dirty.size(); ++c) {
            if (piece.dirty[c] == 0) continue;
            const std::uint64_t begin = c * words_of_chunk;
            const std::uint64_t end = std::min(piece.words, begin + words_of_chunk);
            for (std::uint64_t w = begin; w < end;) {
                const std::uint64_t from = w;
                while (w < end && how[w] == how[from]) ++w;
                if (how[from] != 0) visit(number, offset + from, offset + w, how[from]);
            }
        }
    }
}

}  // namespace stridescope::machine
