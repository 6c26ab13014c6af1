#include "app/machine/block.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "app/machine/clusters.h"
#include "app/machine/grid_watch.h"
#include "app/machine/memory.h"
#include "app/machine/native_loops.h"
#include "app/machine/order.h"
#include "app/machine/parallel.h"

namespace stridescope::machine {
namespace {

constexpr std::size_t alignment = 64;
/// Rounds of loops after which it is asked whether they ever end, and for how many. Each time that
/// they go on, it is asked again after twice as many. No longer than for the last number, since it
/// takes many times as long as to go round: a loop that repeats later than that is not known.
constexpr std::uint64_t first_probe = 1U << 15;
constexpr std::uint64_t probed_share = 16, most_probed = 1U << 20;
/// This is the share where loops are the processor's own code meanwhile, in which a
/// round takes a twentieth.
constexpr std::uint64_t probed_share_of_code = 512;
/// Rounds of loops after which lanes that wait for a loop's end go on without it.
constexpr std::uint32_t long_loop = 1U << 17;
/// They go on so early where the loop may wait for a lock that one of them holds.
constexpr std::uint32_t long_spin = 100;

template <typename T>
T& at(std::byte* frame, language::Slot slot) {
    return *reinterpret_cast<T*>(frame + slot);
}

std::uint64_t next_random(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

}  // namespace

namespace {

/// Frames a little apart, so that the same register of all warps does not share a cache set.
std::size_t frame_stride_of(const language::Program& program) {
    return (program.frame_bytes + alignment - 1) / alignment * alignment + alignment;
}

}  // namespace

std::uint64_t Block::bytes_of(const LoadedProgram& loaded, WarpOrder order) {
    const language::Program& p = *loaded.program;
    const std::uint64_t threads = std::uint64_t{p.block_dim[0]} * p.block_dim[1] * p.block_dim[2];
    const std::uint64_t warps =
        order == WarpOrder::lanes ? threads : (threads + lanes_of_warp - 1) / lanes_of_warp;
    return warps * (frame_stride_of(p) + sizeof(Warp)) + p.shared_bytes * 5 / 4 + 2 * memory_margin;
}

Block::Block(const LoadedProgram& loaded, WarpOrder order, std::uint64_t seed, TurnRange turns)
    : loaded_(loaded),
      rounds_(*loaded.program),
      views_(loaded.views),
      seed_(seed),
      turns_(turns),
      probe_(loaded),
      kind_(order) {
    const language::Program& p = *loaded.program;
    threads_ = p.block_dim[0] * p.block_dim[1] * p.block_dim[2];
    const std::uint32_t whole = (threads_ + lanes_of_warp - 1) / lanes_of_warp;
    const bool by_lanes = order == WarpOrder::lanes;
    const std::uint32_t warps = by_lanes ? threads_ : whole;
    frame_stride_ = frame_stride_of(p);
    frame_storage_ = std::make_unique<std::byte[]>(frame_stride_ * warps + alignment);
    auto base = reinterpret_cast<std::uintptr_t>(frame_storage_.get());
    base = (base + alignment - 1) / alignment * alignment;
    warps_.resize(warps);
    first_warps_ = warps;
    for (std::uint32_t n = 0; n < warps; ++n) {
        Warp& warp = warps_[n];
        const std::uint32_t w = by_lanes ? n / lanes_of_warp : n;
        warp.frame = reinterpret_cast<std::byte*>(base + n * frame_stride_);
        warp.index = w;
        warp.lanes = by_lanes ? 1U << n % lanes_of_warp : lanes_of(w);
        warp.split = by_lanes;
        warp.absent = lanes_of_warp - static_cast<std::uint32_t>(__builtin_popcount(lanes_of(w)));
        std::copy(loaded.scalars.begin(), loaded.scalars.end(), warp.frame);
        const auto& d = p.block_dim;
        for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane) {
            const std::uint32_t t = w * lanes_of_warp + lane;
            const std::array<std::uint32_t, 3> index{t % d[0], t / d[0] % d[1], t / (d[0] * d[1])};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (p.thread[axis] != 0)
                    at<std::uint32_t>(warp.frame, p.thread[axis] + lane * 4) = index[axis];
                if (lane == 0) at<std::uint64_t>(warp.frame, p.thread_base[axis]) = index[axis];
            }
        }
        // In a line of threads the x of lane 0 counts on, also where the last warp is not full.
        if (d[1] * d[2] == 1) at<std::uint64_t>(warp.frame, p.thread_base[0]) = w * lanes_of_warp;
    }
    order_.resize(warps);
    std::iota(order_.begin(), order_.end(), 0U);
    if (kind_ == WarpOrder::descending) std::ranges::reverse(order_);
    shared_.bytes = p.shared_bytes;
    shared_.storage.resize(p.shared_bytes + 2 * memory_margin);
    shared_.data = shared_.storage.data() + memory_margin;
    shared_.written.resize((p.shared_bytes + 3) / 4 + 4);
    if (p.keeps_types) shared_.stored_by.resize(shared_.written.size());
    for (std::size_t i = 0; i < views_.size(); ++i) {
        if (views_[i].shared) views_[i].data = shared_.data + p.objects[i].offset;
    }
}

void Block::start(std::uint32_t number, bool recorded) {
    const language::Program& p = *loaded_.program;
    if (warps_.size() > first_warps_) {
        // What had parted is whole again.
        warps_.resize(first_warps_);
        more_used_ = 0;
        order_.resize(first_warps_);
        std::iota(order_.begin(), order_.end(), 0U);
        if (kind_ == WarpOrder::descending) std::ranges::reverse(order_);
        for (Warp& warp : warps_) {
            if (kind_ == WarpOrder::lanes) break;
            warp.lanes = lanes_of(warp.index);
            warp.split = false;
        }
    }
    longs_.assign(warps_.size(), 0);
    number_ = number;
    // A block has the same order whatever ran before it.
    rounds_gone_ = 0;
    turn_ = 0;
    probe_at_ = first_probe;
    probe_until_ = 0;
    probe_.forget();
    random_ = seed_ + number;
    random_ = next_random(random_);
    if (kind_ == WarpOrder::shuffled || kind_ == WarpOrder::lanes)
        std::iota(order_.begin(), order_.end(), 0U);
    interval_ = 0;
    met_apart_.clear();
    parted_ = false;
    recorded_ = recorded;
    is_cut_ = false;
    const std::array<std::uint32_t, 3> index{number % p.grid[0], number / p.grid[0] % p.grid[1],
                                             number / (p.grid[0] * p.grid[1])};
    for (Warp& warp : warps_) {
        warp.astray = 0;
        warp.stack = {};
        at<std::uint64_t>(warp.frame, p.masks) = warp.lanes;
        at<std::uint64_t>(warp.frame, p.root_key) = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            at<std::uint64_t>(warp.frame, p.block[axis]) = index[axis];
        warp.at = loaded_.code.data();
        warp.stop = Stop::none;
        warp.barrier = warp.polling = warp.left = nullptr;
        warp.circle = {};
    }
    std::memset(shared_.storage.data(), 0, shared_.storage.size());
    std::memset(shared_.written.data(), 0, shared_.written.size());
    std::ranges::fill(shared_.stored_by, 0U);
    if (p.copies) shared_.copies.clear();
    shared_.unwritten = (p.shared_bytes + 3) / 4;
    shared_.arrived = shared_.completed = {};
    waits_at_ = language::Builtin::none;
    shared_.received = {};
    if (p.cluster != language::Extents{1, 1, 1})
        shared_.at_cluster.assign((threads_ + lanes_of_warp - 1) / lanes_of_warp, 0);
    rounds_.reset();
    segments_.clear();
}

bool Block::run_alone(Context& context) {
    for (int idle = 0; idle <= idle_turns;) {
        context.turn = lone_turn_rounds;
        const State state = turn(context, idle);
        if (state == State::finished) return true;
        if (state == State::aborted || context.cancelled()) return false;
        idle = state == State::waiting ? idle + 1 : 0;
    }
    return false;
}

void Block::begin_segment(Context& context, std::uint32_t warp) const {
    context.segment = {};
    context.segment.begin = context.rows->at;
    context.segment.warp = warp;
    context.segment.interval = interval_;
    context.step_mark = context.last_access = nullptr;
}

void Block::run(Warp& warp, Context& context) {
    context.warp = &warp;
    warp.stop = Stop::none;
    if (context.recording) begin_segment(context, warp.index);
    if (context.grid != nullptr) context.grid->begin_warp();
    // Whether it comes back to where it was is seen round by round.
    LoopProbe* const probe = context.probe;
    if (warp.circle.end != nullptr) context.probe = &probe_;
    const Operation* o = warp.at;
    std::byte* frame = warp.frame;
    while (o != nullptr) o = o->run(o, frame, context);
    context.probe = probe;
    if (context.recording) close_segment(context);
    if (warp.stop != Stop::waiting) warp.polling = nullptr;
    if (warp.stop != Stop::waiting && warp.stop != Stop::turn_over) warp.circle = {};
}

void Block::look_for_endless_loops(Context& context) {
    context.probe = nullptr;
    if (rounds_gone_ < probe_at_) return;
    if (context.native != nullptr && context.native->any()) {
        // From where its turn has ended, and no further than is asked.
        if (probe_until_ == 0)
            probe_until_ = rounds_gone_ + std::min(probe_at_ / probed_share_of_code, most_probed);
        if (rounds_gone_ >= probe_until_) {
            probe_at_ = rounds_gone_ * 2;
            probe_until_ = 0;
            probe_.forget();
            return;
        }
        context.turn =
            std::min(context.turn, static_cast<std::uint32_t>(probe_until_ - rounds_gone_));
        context.probe = &probe_;
        return;
    }
    if (rounds_gone_ > probe_at_ + std::min(probe_at_ / probed_share, most_probed)) {
        probe_at_ = rounds_gone_ * 2;
        probe_.forget();
        return;
    }
    context.probe = &probe_;
}

bool Block::left_out() {
    if (kind_ != WarpOrder::shuffled && kind_ != WarpOrder::lanes) return false;
    if (!turns_.has(turn_ + 1)) return false;
    // For so many turns on end, so that some come to be far ahead of others.
    const std::uint64_t window = std::uint64_t{1} << 2 * (seed_ % 4);
    std::uint64_t chance = seed_ ^ (std::uint64_t{number_} << 32 | turn_ / window);
    if (next_random(chance) % 3 != 0) return false;
    ++turn_;
    return true;
}

Block::State Block::turn(Context& context, int idle) {
    look_for_endless_loops(context);
    const std::uint64_t budget = context.budget;
    const State state = take_turn(context, idle);
    is_cut_ = context.is_cut;
    rounds_gone_ += budget - context.budget;
    return state;
}

Block::State Block::take_turn(Context& context, int idle) {
    if (waits_at_ != language::Builtin::none) return State::waiting;
    context.program = loaded_.program.get();
    context.first = loaded_.code.data();
    context.views.swap(views_);
    context.shared = &shared_;
    context.block = number_;
    context.interval = interval_;
    context.rounds = &rounds_;
    context.segments = &segments_;
    context.recording = recorded_ && !is_cut_;
    context.is_cut = is_cut_;
    if (context.order != nullptr) context.order->enter(number_);
    const auto leaves_out = [&](bool is_shared) {
        return context.order != nullptr && !parted_ && context.order->may_leave_out(is_shared);
    };
    context.leaves_out_shared = leaves_out(true);
    context.leaves_out_global = leaves_out(false);
    if (idle == stuck_turns) {
        for (std::size_t w = 0, all = warps_.size(); w < all; ++w) {
            if (warps_[w].stop == Stop::waiting) part_spinning(w, context);
        }
    }
    if (idle == idle_turns) meet(context, true);
    ++turn_;
    if (kind_ == WarpOrder::shuffled || kind_ == WarpOrder::lanes) {
        for (std::size_t i = order_.size(); i > 1; --i)
            std::swap(order_[i - 1], order_[next_random(random_) % i]);
    }
    bool progress = false, aborted = false;
    std::size_t together = 0;  // warps that came whole to one barrier
    const Operation* common = nullptr;
    const bool in_numbers = kind_ != WarpOrder::ascending && !turns_.has(turn_);
    while (in_numbers && ascending_.size() < warps_.size())
        ascending_.push_back(static_cast<std::uint32_t>(ascending_.size()));
    const std::vector<std::uint32_t>& order = in_numbers ? ascending_ : order_;
    for (std::size_t i = 0, all = warps_.size(); i < all; ++i) {
        const std::uint32_t w = order[i];
        Warp& warp = warps_[w];
        if (warp.stop == Stop::finished || warp.stop == Stop::barrier || warp.stop == Stop::named ||
            warp.stop == Stop::meeting)
            continue;
        if (context.cancelled()) break;
        const Operation* waited = warp.polling;
        const std::uint32_t turn = context.turn;
        context.spins = long_spin;
        run(warp, context);
        longs_[w] = warp.stop != Stop::turn_over ? 0
                    : context.spins == 0         ? long_loop
                                                 : longs_[w] + turn;
        context.turn = turn;
        progress |= warp.stop != Stop::waiting || warp.polling != waited;
        aborted |= warp.stop == Stop::aborted;
        if (aborted) break;
        if (warp.stop == Stop::barrier && warp.barrier_mask == warp.lanes && warp.barrier->a == 0 &&
            (common == nullptr || common == warp.barrier)) {
            common = warp.barrier;
            ++together;
        }
    }
    if (together == warps_.size()) {
        // Nothing to look into: nearly every barrier is such a one.
        come_to_barrier(context);
        context.views.swap(views_);
        return State::running;
    }
    for (std::size_t w = 0, all = warps_.size(); w < all; ++w) {
        const Warp& warp = warps_[w];
        // A loop that goes on and on may wait for lanes that wait for its end, a warp function for
        // some that have gone another way.
        if (warp.stop == Stop::turn_over && longs_[w] >= long_loop)
            part(w, warp.loop_end);
        else if (warp.stop == Stop::meeting && waits_for_its_own(warp))
            part(w, warp.barrier);
    }
    progress |= meet(context, false);
    progress |= meet_named();
    State state = progress ? State::running : State::waiting;
    const auto stopped = [&](auto... stops) {
        return std::ranges::all_of(warps_,
                                   [&](const Warp& w) { return ((w.stop == stops) || ...); });
    };
    if (aborted) {
        state = State::aborted;
    } else if (stopped(Stop::finished)) {
        state = State::finished;
        if (loaded_.program->copies && context.order != nullptr) tell_unread_copies(context);
    } else if (stopped(Stop::finished, Stop::barrier, Stop::named, Stop::meeting) &&
               meet(context, true)) {
        state = State::running;
    } else if (stopped(Stop::finished, Stop::barrier, Stop::named) &&
               std::ranges::any_of(warps_, [](const Warp& w) { return w.stop == Stop::named; })) {
        tell_named(context);
        state = State::running;
    } else if (stopped(Stop::finished, Stop::barrier)) {
        tell_barrier(context);
        come_to_barrier(context);
        state = State::running;
    }
    context.views.swap(views_);
    return state;
}

/// Lets those go on whose named barrier is complete.
bool Block::meet_named() {
    bool any = false;
    for (Warp& w : warps_) {
        if (w.stop != Stop::named || w.completed == shared_.completed[w.named]) continue;
        w.stop = Stop::none;
        any = true;
    }
    return any;
}

/// Nobody comes any more. Each of them goes on as if all had come.
void Block::tell_named(Context& context) {
    for (std::uint32_t number = 0; number < named_barriers; ++number) {
        const auto first = std::ranges::find_if(
            warps_, [&](const Warp& w) { return w.stop == Stop::named && w.named == number; });
        if (first == warps_.end()) continue;
        context.warp = &*first;
        if (Diagnostic* d = tell(context, first->barrier, Diagnostic::Kind::barrier,
                                 first->barrier_mask & -first->barrier_mask))
            d->message = fmt::format(
                "barrier {} waits for {} threads, and only {} of block {} ever come to it", number,
                first->expected, shared_.arrived[number], number_);
        shared_.arrived[number] = 0;
        ++shared_.completed[number];
        if (context.order != nullptr) context.order->complete(number);
    }
    meet_named();
}

/// Whether all threads are here, and at one barrier.
void Block::tell_barrier(Context& context) const {
    std::uint32_t reached = 0, alive = 0;
    const Warp* first = nullptr;
    const Warp* other = nullptr;
    std::uint32_t missing = threads_;
    bool exited = false;
    const language::Program& p = *loaded_.program;
    for (const Warp& w : warps_) {
        const std::uint32_t here = w.stop == Stop::barrier ? w.barrier_mask : 0;
        const std::uint32_t left =
            w.stop == Stop::finished ? 0 : at<std::uint32_t>(w.frame, p.masks);
        reached += static_cast<std::uint32_t>(__builtin_popcount(here));
        alive += static_cast<std::uint32_t>(__builtin_popcount(left));
        if (w.stop == Stop::barrier) {
            if (first == nullptr)
                first = &w;
            else if (w.barrier != first->barrier && other == nullptr)
                other = &w;
        }
        if (const std::uint32_t absent = w.lanes & ~here; absent != 0 && missing == threads_) {
            missing = w.index * lanes_of_warp + static_cast<std::uint32_t>(__builtin_ctz(absent));
            exited = (left & (absent & -absent)) == 0;
        }
    }
    if (first == nullptr || (reached == threads_ && other == nullptr)) return;
    // Said at the barrier, not by any one warp.
    context.warp = const_cast<Warp*>(first);
    const bool gone = reached == alive && other == nullptr;
    // A cluster's barrier is one of all threads that have not returned.
    if (gone && language::is_cluster_barrier(static_cast<language::Builtin>(first->barrier->flag)))
        return;
    // Once, however many threads wait.
    Diagnostic* d =
        tell(context, first->barrier, gone ? Diagnostic::Kind::exited : Diagnostic::Kind::barrier,
             first->barrier_mask & -first->barrier_mask);
    if (d == nullptr) return;
    d->thread = missing < threads_ ? missing : 0;
    if (other != nullptr) {
        const language::Place place = place_of(context, other->barrier);
        d->message = fmt::format(
            "the threads of block {} wait at different barriers: warp {} here, warp {} at line {}",
            number_, first->index, other->index, place.line);
    } else {
        d->message = fmt::format(
            "only {} of {} threads of block {} reach this barrier; thread {} {}", reached, threads_,
            number_, d->thread, exited ? "has returned before it" : "does not come");
    }
}

/// All its threads have come: where it is one of a cluster, the others are waited for.
void Block::come_to_barrier(Context& context) {
    const auto first =
        std::ranges::find_if(warps_, [](const Warp& w) { return w.stop == Stop::barrier; });
    const auto function = static_cast<language::Builtin>(first->barrier->flag);
    parted_ |= std::ranges::any_of(warps_, [&](const Warp& w) {
        if (w.stop == Stop::finished) return false;
        const std::uint32_t alive = at<std::uint32_t>(w.frame, loaded_.program->masks) & w.lanes;
        return w.stop != Stop::barrier || w.barrier != first->barrier || w.barrier_mask != alive;
    });
    if (!language::is_cluster_barrier(function)) {
        release_barrier(context);
        return;
    }
    waits_at_ = function;
    if (function == language::Builtin::cluster_wait) return;
    // What its threads have stored others see when they have come, too.
    if (context.weak != nullptr) context.weak->fence(0, 0, interval_ + 1, 0);
    if (context.order == nullptr) return;
    context.order->barrier();
    context.order->arrive_at_cluster();
}

SharedMemory& Block::shared() {
    SharedMemory::Received& received = shared_.received;
    received.wanted = recorded_ && !is_cut_;
    received.interval = interval_;
    received.segments = segments_.size();
    return shared_;
}

bool Block::waits_in_vain() const {
    return waits_at_ == language::Builtin::cluster_wait &&
           std::ranges::all_of(shared_.at_cluster, [](std::uint32_t lanes) { return lanes == 0; });
}

bool Block::has_come_to_cluster() const {
    if (waits_at_ == language::Builtin::cluster_sync) return true;
    bool any = false;
    for (const Warp& w : warps_) {
        if (w.stop == Stop::finished) continue;
        const std::uint32_t alive = at<std::uint32_t>(w.frame, loaded_.program->masks) & w.lanes;
        const std::uint32_t come = shared_.at_cluster[w.index];
        if ((alive & ~come) != 0) return false;
        any |= (alive & come) != 0;
    }
    return any;
}

void Block::pass_cluster(Context& context) {
    std::ranges::fill(shared_.at_cluster, 0U);
    if (waits_at_ == language::Builtin::none) return;
    for (Warp& w : warps_) {
        if (w.stop == Stop::barrier) w.stop = Stop::none;
    }
    ++interval_;
    if (context.order != nullptr) {
        context.order->enter(number_);
        if (waits_at_ == language::Builtin::cluster_wait) context.order->barrier();
        context.order->pass_cluster();
    }
    waits_at_ = language::Builtin::none;
}

void Block::release_barrier(Context& context) {
    std::uint32_t count = 0, all = 1, any = 0;
    for (const Warp& w : warps_) {
        if (w.stop != Stop::barrier || w.barrier->a == 0) continue;
        const std::uint32_t bits = at<std::uint32_t>(w.frame, w.barrier->a) & w.barrier_mask;
        count += static_cast<std::uint32_t>(__builtin_popcount(bits));
        if (bits != w.barrier_mask) all = 0;
        if (bits != 0) any = 1;
    }
    for (Warp& w : warps_) {
        if (w.stop != Stop::barrier) continue;
        if (w.barrier->a != 0) {
            const auto function = static_cast<language::Builtin>(w.barrier->flag);
            at<std::uint64_t>(w.frame, w.barrier->d) =
                function == language::Builtin::syncthreads_count ? count
                : function == language::Builtin::syncthreads_and ? all
                                                                 : any;
        }
        w.stop = Stop::none;
    }
    ++interval_;
    context.interval = interval_;
    if (context.order != nullptr) context.order->barrier();
}

void Block::tell_deadlock(Context& context) const {
    context.program = loaded_.program.get();
    context.first = loaded_.code.data();
    context.block = number_;
    context.interval = interval_;
    for (const Warp& w : warps_) {
        if (w.stop != Stop::waiting || w.polling == nullptr) continue;
        context.warp = const_cast<Warp*>(&w);
        if (Diagnostic* d = tell(context, w.polling, Diagnostic::Kind::deadlock,
                                 at<std::uint32_t>(w.frame, loaded_.program->masks))) {
            d->message =
                fmt::format("deadlock: warp {} of block {} waits here for what nobody will write",
                            w.index, number_);
            if (w.circle.end != nullptr && w.circle.rounds > 1)
                d->message +=
                    fmt::format(": after every {} rounds all that could end the loop is as before",
                                w.circle.rounds);
        }
    }
}

std::vector<Block::Waiting> Block::waiting() const {
    std::vector<Waiting> all;
    const auto place_of = [&](const Operation* o) {
        return loaded_.program->places[static_cast<std::size_t>(o - loaded_.code.data())];
    };
    if (waits_at_ != language::Builtin::none) {
        const Warp& w = *std::ranges::find(warps_, Stop::barrier, &Warp::stop);
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(w.barrier_mask));
        return {{w.index * lanes_of_warp + lane, place_of(w.barrier)}};
    }
    for (const Warp& w : warps_) {
        if (w.stop != Stop::waiting || w.polling == nullptr) continue;
        const std::uint32_t lanes = at<std::uint32_t>(w.frame, w.polling->mask) & w.lanes;
        const auto first = static_cast<std::uint32_t>(lanes == 0 ? 0 : __builtin_ctz(lanes));
        all.push_back({w.index * lanes_of_warp + first, place_of(w.polling)});
    }
    return all;
}

language::Place Block::place(const Context& context) const {
    return place_of(context, warps_[0].at);
}

std::int32_t Block::scalar(language::Slot slot) const {
    return at<std::int32_t>(warps_[0].frame, slot);
}

std::uint64_t Block::record_bytes() const {
    return machine::bytes_of(segments_) + shared_.received.stores.size() * sizeof(ReceivedStore);
}

void Block::forget_record() {
    recorded_ = false;
    shared_.received = {};
    segments_ = {};
    rounds_.reset();
}

BlockRecord Block::take_record(RowWriter& to) {
    BlockRecord record;
    record.block = number_;
    record.intervals = interval_ + 1;
    record.rank = static_cast<std::int32_t>(rank_in_cluster(*loaded_.program, number_));
    record.segments = to.keep(segments_);
    segments_.clear();
    // Most blocks go the same rounds as the one before.
    if (last_rounds_ == nullptr || *last_rounds_ != rounds_.all())
        last_rounds_ = std::make_shared<const std::vector<Round>>(rounds_.all());
    record.rounds = last_rounds_;
    record.copies = std::exchange(shared_.copies.records, {});
    record.received = std::exchange(shared_.received.stores, {});
    record.is_cut = is_cut_ || shared_.received.is_cut;
    return record;
}

}  // namespace stridescope::machine
