#include "tests/gpu/random_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stridescope::random_kernels {

std::uint64_t Random::next() {
    state += 0x9E3779B97F4A7C15;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

int Random::below(int n) {
    return static_cast<int>(next() % static_cast<std::uint64_t>(n));
}

std::string Who::text() const {
    switch (kind) {
        case Kind::all: return "true";
        case Kind::one: return fmt::format("t == {}", a);
        case Kind::warp: return fmt::format("t / 32 == {}", a);
        case Kind::below: return fmt::format("t < {}", a);
        case Kind::odd: return fmt::format("t % 2 == {}", a);
        case Kind::block: return fmt::format("b == {}", b);
        default: return fmt::format("b == {} && t == {}", b, a);
    }
}

bool Who::holds(const Thread& who) const {
    switch (kind) {
        case Kind::all: return true;
        case Kind::one: return who.t == a;
        case Kind::warp: return who.warp() == a;
        case Kind::below: return who.t < a;
        case Kind::odd: return who.t % 2 == a;
        case Kind::block: return who.block == b;
        default: return who.block == b && who.t == a;
    }
}

std::string Where::text() const {
    switch (kind) {
        case Kind::fixed: return fmt::format("{}", k);
        case Kind::own: return "t";
        case Kind::neighbour: return fmt::format("(t + {}) % 64", k);
        case Kind::mirrored: return "t / 32 * 32 + 31 - t % 32";
        case Kind::halved: return "t / 2";
        case Kind::swapped: return fmt::format("t ^ {}", k);
        default: return "t + 64 * b % 128";
    }
}

int Where::of(const Thread& who) const {
    switch (kind) {
        case Kind::fixed: return k;
        case Kind::own: return who.t;
        case Kind::neighbour: return (who.t + k) % 64;
        case Kind::mirrored: return who.t / 32 * 32 + 31 - who.t % 32;
        case Kind::halved: return who.t / 2;
        case Kind::swapped: return who.t ^ k;
        default: return who.t + 64 * who.block % 128;
    }
}

std::string Masks::text() const {
    switch (kind) {
        case Kind::one: return fmt::format("0x{:x}u", mask);
        case Kind::tile: return fmt::format("0x{:x}u << t % 32 / {} * {}", first(), size, size);
        default: return fmt::format("0x{:x}u << t % {}", first(), size);
    }
}

std::uint32_t Masks::first() const {
    if (kind == Kind::tile) return (1U << size) - 1;
    std::uint32_t lanes = 0;
    for (int l = 0; l < 32; l += size) lanes |= 1U << l;
    return lanes;
}

std::uint32_t Masks::of(int lane) const {
    switch (kind) {
        case Kind::one: return mask;
        case Kind::tile: return first() << lane / size * size;
        default: return first() << lane % size;
    }
}

std::set<std::uint32_t> Masks::all() const {
    std::set<std::uint32_t> masks;
    for (int lane = 0; lane < 32; ++lane) masks.insert(of(lane));
    return masks;
}

namespace {

std::string text_of(const Statement& s, std::size_t n) {
    using Kind = Statement::Kind;
    const std::string where = fmt::format("{}[{}]", s.shared ? "s" : "g", s.where.text());
    const std::string flag = fmt::format("{}[{}]", s.shared ? "sf" : "f", s.flag);
    switch (s.kind) {
        case Kind::load: return fmt::format("if ({}) v += {};", s.who.text(), where);
        case Kind::store:
            return fmt::format("if ({}) {} = {} + t + 64 * b;", s.who.text(), where,
                               1000 * (n + 1));
        case Kind::atomic: return fmt::format("if ({}) atomicAdd(&{}, 1);", s.who.text(), where);
        case Kind::barrier: return "__syncthreads();";
        case Kind::sync_warp:
            return fmt::format("{{ unsigned m = {}; if (m >> t % 32 & 1) __syncwarp(m); }}",
                               s.masks.text());
        case Kind::fence: return fmt::format("if ({}) __threadfence();", s.who.text());
        case Kind::fence_block: return fmt::format("if ({}) __threadfence_block();", s.who.text());
        case Kind::set_flag:
            return s.is_volatile
                       ? fmt::format("if ({}) *(volatile int*)&{} = 1;", s.who.text(), flag)
                       : fmt::format("if ({}) atomicExch(&{}, 1);", s.who.text(), flag);
        case Kind::wait_flag:
            return s.is_volatile ? fmt::format("if ({}) while (*(volatile int*)&{} == 0) {{}}",
                                               s.who.text(), flag)
                                 : fmt::format("if ({}) while (atomicAdd(&{}, 0) == 0) {{}}",
                                               s.who.text(), flag);
        case Kind::shuffle: return "v += __shfl_xor_sync(0xffffffffu, v, 1);";
        // Each has a number of its own: who is ahead does not complete the next one.
        case Kind::named: return fmt::format("asm volatile(\"bar.sync {}, 64;\");", n + 1);
        case Kind::hand_over:
            return fmt::format(
                "if (t / 32 == {0}) asm volatile(\"bar.arrive {1}, 64;\"); else asm "
                "volatile(\"bar.sync {1}, 64;\");",
                s.who.a, n + 1);
    }
    return {};
}

/// Whoever has the fault; the rest of the kernel is as without it, since it comes last.
std::string text_of(Fault fault, int k) {
    switch (fault) {
        case Fault::none: break;
        case Fault::global_index: return fmt::format("if (t < {}) v += g[{} + t];", k, places);
        case Fault::just_beyond_shared:
            return fmt::format("if (t < {}) v += s[{} + t % 8];", k, places);
        case Fault::shared_index:
            return fmt::format("if (t < {}) v += s[{} + t];", k, 100 * places);
        case Fault::misaligned:
            return fmt::format("if (t == {}) v += (int)*(long long*)&g[{}];", k, 2 * k + 1);
        case Fault::shared_unwritten:
            return fmt::format(
                "__shared__ int u[{0}]; if (t < {1}) u[t] = t; __syncthreads(); v += u[t];",
                block_threads, k);
        case Fault::global_unwritten:
            return fmt::format("if (t < {1}) w[b * {0} + t] = t; v += w[b * {0} + t];",
                               block_threads, k);
        case Fault::barrier_in_branch: return fmt::format("if (t < {}) __syncthreads();", k);
        case Fault::return_before_barrier:
            return fmt::format("if (t < {}) return; __syncthreads();", k);
        case Fault::mask:
            return fmt::format("if (t % 32 < {}) v += __shfl_xor_sync(0xffffffffu, v, 1);", k);
    }
    return {};
}

}  // namespace

std::string_view name_of(Fault fault) {
    switch (fault) {
        case Fault::none: break;
        case Fault::global_index: return "an index beyond a global array";
        case Fault::just_beyond_shared: return "an index just beyond a shared array";
        case Fault::shared_index: return "an index beyond all shared memory";
        case Fault::misaligned: return "an address that is no multiple of the width";
        case Fault::shared_unwritten: return "shared memory that nobody wrote";
        case Fault::global_unwritten: return "global memory that nobody wrote";
        case Fault::barrier_in_branch: return "a barrier that some threads never reach";
        case Fault::return_before_barrier: return "threads that return before a barrier";
        case Fault::mask: return "a mask that names lanes that are not there";
    }
    return {};
}

bool Kernel::has(Statement::Kind kind) const {
    return std::any_of(statements.begin(), statements.end(),
                       [&](const Statement& s) { return s.kind == kind; });
}

std::string Kernel::text(std::string_view name, std::string_view element) const {
    std::string body;
    for (std::size_t n = 0; n < statements.size(); ++n)
        body += "    " + text_of(statements[n], n) + "\n";
    if (fault != Fault::none) body += "    " + text_of(fault, fault_number) + "\n";
    return fmt::format(
        "__global__ void {3}({5}* g, int* f, int* w, int* out) {{\n"
        "    __shared__ {5} s[{0}];\n    __shared__ int sf[{4}];\n"
        "    int t = threadIdx.x, b = blockIdx.x, v = 0;\n"
        "    for (int i = t; i < {0}; i += {1}) s[i] = 0;\n    if (t < {4}) sf[t] = 0;\n"
        "    __syncthreads();\n{2}    out[b * {1} + t] = v;\n}}\n",
        places, block_threads, body, name, random_kernels::flags, element);
}

namespace {

Who random_who(Random& random, int blocks) {
    Who who;
    who.kind = static_cast<Who::Kind>(random.below(7));
    who.b = random.below(blocks);
    who.a = who.kind == Who::Kind::warp  ? random.below(warps_of_block)
            : who.kind == Who::Kind::odd ? random.below(2)
                                         : random.below(block_threads);
    return who;
}

Where random_where(Random& random) {
    Where where;
    where.kind = static_cast<Where::Kind>(random.below(7));
    where.k = where.kind == Where::Kind::swapped ? 1 << random.below(6) : 1 + random.below(40);
    return where;
}

Statement random_statement(Random& random, Kernel& kernel, std::vector<bool>& set) {
    using Kind = Statement::Kind;
    constexpr std::array often{Kind::load,    Kind::load,    Kind::store,     Kind::store,
                               Kind::atomic,  Kind::barrier, Kind::sync_warp, Kind::sync_warp,
                               Kind::shuffle, Kind::barrier};
    constexpr std::array of_flags{Kind::fence, Kind::fence, Kind::fence_block, Kind::set_flag,
                                  Kind::wait_flag};
    Statement s;
    const bool flag = kernel.flags && random.once_in(2);
    s.kind = flag ? of_flags[static_cast<std::size_t>(random.below(5))]
                  : often[static_cast<std::size_t>(random.below(10))];
    s.who = random_who(random, kernel.blocks);
    if (kernel.named && kernel.statements.size() < 15 && random.once_in(3)) {
        s.kind = random.once_in(3) ? Kind::named : Kind::hand_over;
        s.who.a = random.below(warps_of_block);
        return s;
    }
    s.where = random_where(random);
    s.shared = random.once_in(2);
    s.is_volatile = random.once_in(2);
    if (s.kind == Kind::sync_warp) {
        constexpr std::array<std::uint32_t, 5> masks{~0U, ~0U, 0xFFFF, 0x0F0F0F0F, 0x3};
        s.masks.kind = static_cast<Masks::Kind>(random.below(3));
        s.masks.mask = masks[static_cast<std::size_t>(random.below(5))];
        s.masks.size = 2 << random.below(4);
    }
    if (s.kind == Kind::set_flag || s.kind == Kind::wait_flag) {
        // Each flag is set once, by one thread, before anyone in the text waits for it.
        s.shared = false;
        s.who.kind = Who::Kind::one_of_block;
        s.who.a = random.below(block_threads);
        std::vector<int> ready;
        for (int k = 0; k < 8; ++k) {
            if (set[static_cast<std::size_t>(k)]) ready.push_back(k);
        }
        if (s.kind == Kind::wait_flag && ready.empty()) s.kind = Kind::set_flag;
        if (s.kind == Kind::set_flag && ready.size() == 8) s.kind = Kind::wait_flag;
        if (s.kind == Kind::wait_flag) {
            s.flag = ready[static_cast<std::size_t>(random.below(static_cast<int>(ready.size())))];
        } else {
            s.flag = static_cast<int>(ready.size());
            set[ready.size()] = true;
        }
    }
    return s;
}

}  // namespace

Kernel random_kernel(Random& random) {
    Kernel kernel;
    kernel.blocks = 1 + random.below(3);
    kernel.flags = random.once_in(2);
    kernel.named = random.once_in(3);
    std::vector<bool> set(8);
    const int count = 2 + random.below(kernel.flags ? 16 : 9);
    for (int n = 0; n < count; ++n)
        kernel.statements.push_back(random_statement(random, kernel, set));
    return kernel;
}

void join(Known& to, const Known& from) {
    for (std::size_t k = 0; k < to.size(); ++k) to[k] = std::max(to[k], from[k]);
}

Oracle::Oracle(const Kernel& kernel) : kernel_(kernel) {
    for (int b = 0; b < kernel.blocks; ++b) {
        for (int t = 0; t < block_threads; ++t) threads_.push_back({b, t});
    }
    const Known nothing(threads_.size(), 0);
    known_.assign(threads_.size(), nothing);
    seen_ = fenced_ = fenced_block_ = known_;
    messages_.resize(8);
    for (std::size_t n = 0; n < kernel.statements.size(); ++n) take(static_cast<int>(n));
}

void Oracle::take(int n) {
    using Kind = Statement::Kind;
    const Statement& s = kernel_.statements[static_cast<std::size_t>(n)];
    for (const Thread& who : threads_) known(who)[at(who)] = n;
    switch (s.kind) {
        case Kind::load:
        case Kind::store:
        case Kind::atomic: access(s, n); break;
        case Kind::barrier:
            for (int b = 0; b < kernel_.blocks; ++b)
                meet([&](const Thread& who) { return who.block == b; }, n);
            break;
        case Kind::sync_warp:
            // Each mask that a lane of the warp names is a barrier of its own.
            for (int w = 0; w < kernel_.blocks * warps_of_block; ++w) {
                for (const std::uint32_t mask : s.masks.all()) {
                    meet(
                        [&](const Thread& who) {
                            return who.number() / 32 == w && s.masks.of(who.lane()) == mask &&
                                   (mask >> who.lane() & 1) != 0;
                        },
                        n);
                }
            }
            break;
        case Kind::fence:
        case Kind::fence_block: fence(s, n); break;
        case Kind::set_flag: set_flag(s); break;
        case Kind::wait_flag: wait_flag(s); break;
        case Kind::shuffle: break;
        case Kind::named:
            for (int b = 0; b < kernel_.blocks; ++b)
                meet([&](const Thread& who) { return who.block == b; }, n);
            break;
        case Kind::hand_over:
            for (int b = 0; b < kernel_.blocks; ++b)
                hand_over([&](const Thread& who) { return who.block == b; }, s.who.a, n);
            break;
    }
}

void Oracle::access(const Statement& s, int n) {
    for (const Thread& who : threads_) {
        if (!s.who.holds(who)) continue;
        const Place place{s.shared, s.shared ? who.block : 0, s.where.of(who)};
        const Access now{who, n, s.kind != Statement::Kind::load,
                         s.kind == Statement::Kind::atomic};
        for (const Access& past : accesses_[place]) {
            if (past.who.number() == who.number() || !(past.writes || now.writes) ||
                (past.atomic && now.atomic))
                continue;
            if (known(who)[at(past.who)] > past.time) {
                ++ordered_;
                continue;
            }
            races_.insert(place);
            kinds_.insert({s.shared, past.who.block != who.block     ? Apart::blocks
                                     : past.who.warp() != who.warp() ? Apart::warps
                                                                     : Apart::lanes});
        }
        accesses_[place].push_back(now);
    }
}

/// Those of the other warp come to know what all of the block do; this one nothing.
template <typename Part>
void Oracle::hand_over(Part part, int from, int n) {
    std::vector<std::array<Known, 3>> before;
    for (const Thread& who : threads_)
        before.push_back({known(who), fenced_[at(who)], fenced_block_[at(who)]});
    meet(part, n);
    for (const Thread& who : threads_) {
        if (!part(who) || who.warp() != from) continue;
        known(who) = before[at(who)][0];
        known(who)[at(who)] = n + 1;
        fenced_[at(who)] = before[at(who)][1];
        fenced_block_[at(who)] = before[at(who)][2];
    }
}

/// Who fenced before did so for all.
template <typename Part>
void Oracle::meet(Part part, int n) {
    Known all(threads_.size(), 0), fenced = all, fenced_block = all;
    for (const Thread& who : threads_) {
        if (!part(who)) continue;
        known(who)[at(who)] = n + 1;
        join(all, known(who));
        join(all, seen_[at(who)]);
        join(fenced, fenced_[at(who)]);
        join(fenced_block, fenced_block_[at(who)]);
    }
    for (const Thread& who : threads_) {
        if (!part(who)) continue;
        known(who) = all;
        fenced_[at(who)] = fenced;
        fenced_block_[at(who)] = fenced_block;
    }
}

void Oracle::fence(const Statement& s, int n) {
    for (const Thread& who : threads_) {
        if (!s.who.holds(who)) continue;
        known(who)[at(who)] = n + 1;
        join(known(who), seen_[at(who)]);
        join(fenced_block_[at(who)], known(who));
        if (s.kind == Statement::Kind::fence) join(fenced_[at(who)], known(who));
    }
}

void Oracle::set_flag(const Statement& s) {
    for (const Thread& who : threads_) {
        if (!s.who.holds(who)) continue;
        messages_[static_cast<std::size_t>(s.flag)] = {true, fenced_[at(who)],
                                                       fenced_block_[at(who)], who.block};
    }
}

void Oracle::wait_flag(const Statement& s) {
    for (const Thread& who : threads_) {
        if (!s.who.holds(who)) continue;
        const Message& message = messages_[static_cast<std::size_t>(s.flag)];
        join(seen_[at(who)], message.device);
        if (message.of_block == who.block) join(seen_[at(who)], message.block);
    }
}

}  // namespace stridescope::random_kernels
