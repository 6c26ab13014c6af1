// What the page's program is unpacked by: LZMA, which makes it a quarter smaller than what browsers
// unpack by themselves. It is a program of its own, without any library, and comes before all
// others. cmake/pack_page.py packs: a raw stream of LZMA1 with lc = 4, lp = 0 and pb = 0.
#include <stddef.h>
#include <stdint.h>

namespace {

constexpr uint32_t literal_bits =
    4;  ///< lc: so many of the byte before choose how the next is read
constexpr uint32_t whole = 1U << 11;  ///< of a probability
constexpr uint32_t states = 12;

using Probability = uint16_t;

/// Numbers of so many bits, the highest first.
template <uint32_t bits>
struct Tree {
    Probability of[1U << bits];
};

struct Lengths {
    Probability beyond_low, beyond_middle;
    Tree<3> low, middle;
    Tree<8> high;
};

/// All of them begin as one half.
struct Probabilities {
    Probability match[states], repeats[states], first[states], first_long[states], second[states],
        third[states];
    Lengths lengths, repeated_lengths;
    Tree<6> slots[4];
    Probability middle_distances[115];
    Tree<4> low_distances;
    Probability literals[0x300U << literal_bits];
};

Probabilities known;

const uint8_t* from = nullptr;
const uint8_t* from_end = nullptr;
uint8_t* to = nullptr;
uint32_t size = 0, at = 0;
uint32_t range = 0, code = 0, state = 0;
uint32_t distances[4];  ///< those of the last matches, less 1
bool broken = false;

uint32_t next_byte() {
    if (from == from_end) {
        broken = true;
        return 0;
    }
    return *from++;
}

void fill() {
    if (range >= 1U << 24) return;
    range <<= 8;
    code = code << 8 | next_byte();
}

uint32_t bit(Probability& one) {
    const uint32_t bound = (range >> 11) * one;
    uint32_t is = 0;
    if (code < bound) {
        range = bound;
        one = static_cast<Probability>(one + ((whole - one) >> 5));
    } else {
        range -= bound;
        code -= bound;
        one = static_cast<Probability>(one - (one >> 5));
        is = 1;
    }
    fill();
    return is;
}

template <uint32_t bits>
uint32_t number(Tree<bits>& tree) {
    uint32_t node = 1;
    for (uint32_t i = 0; i < bits; ++i) node = node << 1 | bit(tree.of[node]);
    return node - (1U << bits);
}

/// The lowest bit first.
uint32_t reversed(Probability* of, uint32_t bits) {
    uint32_t node = 1, is = 0;
    for (uint32_t i = 0; i < bits; ++i) {
        const uint32_t one = bit(of[node]);
        node = node << 1 | one;
        is |= one << i;
    }
    return is;
}

/// As likely one as the other.
uint32_t even(uint32_t bits) {
    uint32_t is = 0;
    for (; bits > 0; --bits) {
        range >>= 1;
        const bool set = code >= range;
        if (set) code -= range;
        is = is << 1 | (set ? 1U : 0U);
        fill();
    }
    return is;
}

uint32_t length(Lengths& of) {
    if (bit(of.beyond_low) == 0) return 2 + number(of.low);
    if (bit(of.beyond_middle) == 0) return 10 + number(of.middle);
    return 18 + number(of.high);
}

uint32_t distance(uint32_t length) {
    const uint32_t slot = number(known.slots[length < 6 ? length - 2 : 3]);
    if (slot < 4) return slot;
    const uint32_t bits = (slot >> 1) - 1, high = (2 | (slot & 1)) << bits;
    if (slot < 14) return high + reversed(known.middle_distances + (high - slot), bits);
    const uint32_t middle = even(bits - 4) << 4;
    return high + middle + reversed(known.low_distances.of, 4);
}

void literal() {
    const uint32_t before = at > 0 ? to[at - 1] : 0;
    Probability* of = known.literals + 0x300U * (before >> (8 - literal_bits));
    uint32_t node = 1;
    if (state >= 7) {
        // Behind a match: it is seldom what followed there.
        uint32_t other = to[at - distances[0] - 1];
        while (node < 0x100) {
            const uint32_t there = other >> 7 & 1;
            other <<= 1;
            const uint32_t here = bit(of[((1 + there) << 8) + node]);
            node = node << 1 | here;
            if (here != there) break;
        }
    }
    while (node < 0x100) node = node << 1 | bit(of[node]);
    to[at++] = static_cast<uint8_t>(node);
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
}

/// What comes once more from as far back as one before the last match did; that is then the last.
void take_earlier_distance() {
    const uint32_t which = bit(known.second[state]) == 0 ? 1 : 2 + bit(known.third[state]);
    const uint32_t is = distances[which];
    for (uint32_t i = which; i > 0; --i) distances[i] = distances[i - 1];
    distances[0] = is;
}

void match() {
    uint32_t count = 1;
    if (bit(known.repeats[state]) == 0) {
        for (uint32_t i = 3; i > 0; --i) distances[i] = distances[i - 1];
        count = length(known.lengths);
        distances[0] = distance(count);
        state = state < 7 ? 7 : 10;
    } else {
        const bool earlier = bit(known.first[state]) != 0;
        if (earlier) take_earlier_distance();
        if (!earlier && bit(known.first_long[state]) == 0) {
            state = state < 7 ? 9 : 11;
        } else {
            count = length(known.repeated_lengths);
            state = state < 7 ? 8 : 11;
        }
    }
    if (distances[0] >= at || count > size - at) {
        broken = true;
        return;
    }
    for (; count > 0; --count, ++at) to[at] = to[at - distances[0] - 1];
}

}  // namespace

extern "C" {

extern uint8_t __heap_base;  // wasm-ld sets it behind all that it has placed

/// Where the memory is free from: for what is packed, and behind it for what comes of it.
[[clang::export_name("room")]] uint8_t* room() {
    return &__heap_base;
}

[[clang::export_name("begin")]] void begin(const uint8_t* packed, uint32_t packed_size,
                                           uint8_t* unpacked, uint32_t unpacked_size) {
    auto* one = reinterpret_cast<Probability*>(&known);
    for (size_t i = 0; i < sizeof known / sizeof *one; ++i) one[i] = whole / 2;
    from = packed;
    from_end = packed + packed_size;
    to = unpacked;
    size = unpacked_size;
    at = state = code = 0;
    for (uint32_t& each : distances) each = 0;
    broken = false;
    range = UINT32_MAX;
    for (int i = 0; i < 5; ++i) code = code << 8 | next_byte();
}

/// Goes on until there are so many bytes, or a few more; returns how many there are. 0: it is not
/// what was packed.
[[clang::export_name("go_on")]] uint32_t go_on(uint32_t until) {
    while (at < until && at < size && !broken) {
        if (bit(known.match[state]) == 0) {
            literal();
        } else {
            match();
        }
    }
    return broken ? 0 : at;
}
}
