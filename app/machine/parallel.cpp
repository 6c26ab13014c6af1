#include "app/machine/parallel.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <iterator>
#include <mutex>
#include <optional>
#include <span>
#include <system_error>
#include <thread>

#include "app/machine/block.h"
#include "app/machine/claims.h"
#include "app/machine/launch_scratch.h"
#include "app/machine/order.h"
#include "app/machine/pages.h"

namespace stridescope::machine {
namespace {

using language::Code;

/// Whether it can be told before an access if another block's is in its way. Blocks that have
/// atomics or fences on global memory, or loops that wait for it, cooperate, and what they read
/// depends on which came first. An address that no array's name stands for could be anywhere, and a
/// clock counts what ran before: such blocks run one after the other, too.
bool is_independent(const language::Program& program) {
    if (program.cooperates || program.waits) return false;
    return std::ranges::none_of(program.code, [](const language::Instr& i) {
        return i.code == Code::load_at || i.code == Code::store_at || i.code == Code::wide_at ||
               i.code == Code::atomic_at || i.code == Code::clock || i.code == Code::launch;
    });
}

/// What a block that has something to say left behind besides what it stored and its record.
struct BlockResult {
    std::uint32_t block = 0;
    std::vector<Diagnostic> diagnostics{};
    std::string output{};
    RaceList races{};
};

/// Hands each of what the workers have to `take`, in the order of blocks. Each worker has its own
/// in that order: each block is begun behind all that were begun before.
template <typename T, typename Workers, typename Take>
void for_each_in_order(Workers& workers, std::vector<T> Workers::value_type::*list, Take take) {
    std::vector<std::span<T>> left;
    for (auto& worker : workers) left.emplace_back(worker.*list);
    for (;;) {
        std::span<T>* least = nullptr;
        for (std::span<T>& each : left) {
            if (each.empty()) continue;
            if (least == nullptr || each.front().block < least->front().block) least = &each;
        }
        if (least == nullptr) return;
        take(least->front());
        *least = least->subspan(1);
    }
}

/// As many as one list holds.
void add_races(RaceList& all, RaceList more) {
    all.left_out += more.left_out;
    for (RaceRecord& race : more.all) {
        if (all.all.size() < Order::most_races)
            all.all.push_back(std::move(race));
        else
            ++all.left_out;
    }
}

/// Joined when they go. (Not std::jthread, which libc++ 16 does not have.)
struct Threads {
    Threads() = default;
    ~Threads() {
        for (std::thread& thread : all) thread.join();
    }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    std::vector<std::thread> all{};
};

class ParallelGrid {
  public:
    ParallelGrid(const LoadedProgram& loaded, GlobalMemory& memory, const Settings& settings,
                 int shift)
        : loaded_(loaded),
          memory_(memory),
          settings_(settings),
          blocks_(blocks_of(loaded)),
          workers_(workers_for(loaded, settings)),
          claims_(loaded, shift, *memory.scratch, workers_.size() == 1) {
        recorded_ = settings.recorded_blocks;
    }

    /// False: blocks got in each other's way, or one of them could not go on.
    bool run() {
        {
            Threads threads;
            threads.all.reserve(workers_.size());
            threads_ = &threads.all;
            work(workers_[0]);
        }
        if (failure_) std::rethrow_exception(failure_);
        std::uint64_t rounds = 0;
        for (const Worker& w : workers_) rounds += w.rounds;
        return !stopped_ && !claims_.broken() && rounds < settings_.budget;
    }

    void hand_over(LaunchRecord& record) {
        std::size_t recorded = 0;
        for (Worker& w : workers_) {
            std::ranges::move(w.chunks, std::back_inserter(record.chunks));
            record.lane_steps += w.lane_steps;
            recorded += w.records.size();
        }
        record.races.judged = settings_.judge;
        if (workers_.size() == 1 && record.blocks.empty()) {
            record.blocks = std::move(workers_[0].records);
        } else {
            record.blocks.reserve(record.blocks.size() + recorded);
            for_each_in_order(workers_, &Worker::records, [&](BlockRecord& block) {
                record.blocks.push_back(std::move(block));
            });
        }
        for_each_in_order(workers_, &Worker::results, [&](BlockResult& result) {
            add_races(record.races, std::move(result.races));
            record.output += result.output;
            for (Diagnostic& d : result.diagnostics) add_diagnostic(record.diagnostics, d);
        });
        record.complete = !cancelled_;
    }

  private:
    struct Worker {
        std::vector<BlockRecord> records{};
        std::vector<BlockResult> results{};
        RowWriter segments{};
        std::vector<std::shared_ptr<Chunk>> chunks{};
        std::uint64_t lane_steps = 0, rounds = 0;
    };

    static std::uint64_t blocks_of(const LoadedProgram& loaded) {
        const auto& g = loaded.program->grid;
        return std::uint64_t{g[0]} * g[1] * g[2];
    }
    /// How many there may be: each has a block of its own.
    static std::size_t workers_for(const LoadedProgram& loaded, const Settings& settings) {
        const std::uint64_t fit = settings.most_memory / Block::bytes_of(loaded, settings.order);
        return static_cast<std::size_t>(std::max<std::uint64_t>(
            1, std::min({std::uint64_t{settings.workers}, blocks_of(loaded), fit})));
    }

    void work(Worker& worker) {
        try {
            Context context;
            RowWriter rows;
            context.memory = &memory_;
            context.rows = &rows;
            context.claims = &claims_;
            context.watched = true;
            context.budget = settings_.budget;
            context.block_bytes = settings_.block_bytes;
            context.cancel = settings_.cancel;
            context.rounds_sums = settings_.rounds_sums;
            context.look_on = settings_.look_on;
            // That they keep apart is what their claims say.
            std::optional<Order> order;
            if (settings_.judge) context.order = &order.emplace(loaded_, true);
            if (settings_.record) rows.new_chunk();
            Block block(loaded_, settings_.order, settings_.seed, settings_.turns);
            while (!stopped_ && !claims_.broken()) {
                if (context.cancelled()) {
                    cancelled_ = true;
                    break;
                }
                const std::uint64_t number = next_.fetch_add(1);
                if (number >= blocks_) break;
                std::chrono::steady_clock::time_point begin;
                if (number == 0) begin = std::chrono::steady_clock::now();
                if (!run_block(block, static_cast<std::uint32_t>(number), context, worker))
                    stopped_ = true;
                // How many blocks are recorded follows from the first one, and whether there is
                // something to do for others as well.
                if (number == 0 && !stopped_)
                    start_others(std::chrono::steady_clock::now() - begin);
            }
            worker.chunks = std::move(rows.chunks);
            std::ranges::move(worker.segments.chunks, std::back_inserter(worker.chunks));
            worker.rounds = settings_.budget - context.budget;
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            failure_ = std::current_exception();
            stopped_ = true;
        }
    }

    /// Threads cost time as well: a small grid is done before the first of them has begun.
    void start_others(std::chrono::steady_clock::duration one_block) {
        constexpr std::chrono::microseconds least{200};
        if (one_block * static_cast<std::int64_t>(blocks_ - 1) < least) return;
        try {
            for (std::size_t w = 1; w < workers_.size(); ++w)
                threads_->emplace_back([this, w] { work(workers_[w]); });
        } catch (const std::system_error&) {
            // The system has no more threads to give: with fewer the result is the same.
        }
    }

    bool run_block(Block& block, std::uint32_t number, Context& context, Worker& worker) {
        block.start(number, settings_.record && number < recorded_);
        if (!block.run_alone(context)) {
            if (!context.cancelled()) return false;
            cancelled_ = true;
            // What was recorded of it is there to be seen.
        }
        const auto& d = loaded_.program->block_dim;
        worker.lane_steps += std::uint64_t{d[0]} * d[1] * d[2] * (block.interval() + 1);
        RaceList races;
        if (context.order != nullptr) {
            context.order->finish(number);
            races = context.order->take();
        }
        if (block.recorded()) worker.records.push_back(block.take_record(worker.segments));
        if (!context.diagnostics.empty() || !context.output.empty() || !races.all.empty()) {
            BlockResult& result = worker.results.emplace_back();
            result.block = number;
            result.diagnostics = std::exchange(context.diagnostics, {});
            result.output = std::exchange(context.output, {});
            result.races = std::move(races);
        }
        if (number == 0 && block.recorded()) {
            recorded_ = blocks_to_record(settings_, {&worker.records.back(), 1});
            worker.records.reserve(std::min(recorded_, blocks_) / workers_.size() + 1);
        }
        if (settings_.done != nullptr) settings_.done->fetch_add(1, std::memory_order_relaxed);
        return true;
    }

    const LoadedProgram& loaded_;
    GlobalMemory& memory_;
    const Settings& settings_;
    std::uint64_t blocks_;
    std::vector<Worker> workers_;
    Claims claims_;
    std::atomic<std::uint64_t> next_ = 0;
    std::uint64_t recorded_ = 0;  ///< so many blocks, from the first one on
    std::atomic<bool> stopped_ = false, cancelled_ = false;
    std::vector<std::thread>* threads_ = nullptr;  ///< beside the one that runs the first block
    std::mutex mutex_;
    std::exception_ptr failure_;
};

/// What the launch's blocks may write, so that it can be as it was.
class Before {
  public:
    Before(const LoadedProgram& loaded, LaunchScratch& scratch, const std::atomic<bool>* cancel) {
        const std::vector<bool> written = Claims::written(*loaded.program);
        for (std::size_t o = 0; o < written.size(); ++o) {
            if (!written[o]) continue;
            const View& view = loaded.views[o];
            keep(view.data, view.bytes, scratch, cancel);
            // Also who wrote what, or the next run would not miss it.
            if (view.written != nullptr && view.written->asked())
                keep(view.written->data(), view.written->size(), scratch, cancel);
        }
    }
    void restore() const {
        for (const Copy& copy : all_) copy.restore();
    }

  private:
    void keep(std::byte* data, std::uint64_t bytes, LaunchScratch& scratch,
              const std::atomic<bool>* cancel) {
        all_.push_back({data, bytes, scratch.copy(all_.size(), bytes)});
        all_.back().keep(cancel);
    }

    static constexpr std::uint64_t part_bytes = std::uint64_t{1} << 16;
    /// Smaller arrays take less time than to ask the system about them.
    static constexpr std::uint64_t asked_bytes = std::uint64_t{1} << 22;
    struct Copy {
        std::byte* data = nullptr;
        std::uint64_t bytes = 0;
        std::byte* kept = nullptr;
        /// [part]: whether it is kept; else all of it was 0, as what nobody has written yet is.
        std::vector<bool> is_kept{};

        void keep(const std::atomic<bool>* cancel);
        void restore() const;
    };

    std::vector<Copy> all_;
};

void Before::Copy::keep(const std::atomic<bool>* cancel) {
    std::optional<TouchedPages> touched;
    if (bytes >= asked_bytes) touched.emplace();
    is_kept.resize((bytes + part_bytes - 1) / part_bytes);
    for (std::size_t n = 0; n < is_kept.size(); ++n) {
        const std::uint64_t at = n * part_bytes, size = std::min(part_bytes, bytes - at);
        const std::byte* part = data + at;
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) {
            is_kept.resize(n);
            return;
        }
        // To look at memory that nobody has touched takes the time that it takes to make it.
        if (touched && !touched->any(part, size)) continue;
        if (part[0] == std::byte{0} && std::memcmp(part, part + 1, size - 1) == 0) continue;
        std::memcpy(kept + at, part, size);
        is_kept[n] = true;
    }
}

void Before::Copy::restore() const {
    std::optional<TouchedPages> touched;
    if (bytes >= asked_bytes) touched.emplace();
    for (std::size_t n = 0; n < is_kept.size(); ++n) {
        const std::uint64_t at = n * part_bytes, size = std::min(part_bytes, bytes - at);
        if (is_kept[n])
            std::memcpy(data + at, kept + at, size);
        else if (!touched || touched->any(data + at, size))
            std::memset(data + at, 0, size);
    }
}

}  // namespace

std::uint64_t bytes_of(std::span<const Segment> segments) {
    std::uint64_t bytes = 0;
    for (const Segment& s : segments) bytes += static_cast<std::uint64_t>(s.end - s.begin);
    return bytes;
}

std::uint64_t bytes_of(const BlockRecord& block) {
    return bytes_of(block.segments);
}

std::uint64_t blocks_to_record(const Settings& settings, std::span<const BlockRecord> first) {
    if (first.empty()) return settings.recorded_blocks;
    const std::uint64_t bytes = std::max<std::uint64_t>(1, bytes_of(first.front()));
    return std::min(settings.recorded_blocks,
                    std::max<std::uint64_t>(1, settings.recorded_bytes / bytes));
}

bool run_parallel(const LoadedProgram& loaded, GlobalMemory& memory, const Settings& settings,
                  LaunchRecord& record) {
    const auto& g = loaded.program->grid;
    const std::uint64_t blocks = std::uint64_t{g[0]} * g[1] * g[2];
    // For one thread it is worth it where order is judged: of blocks that keep apart that takes
    // far less.
    if ((settings.workers < 2 && !settings.judge) || blocks < 2 ||
        settings.memory != MemoryOrder::immediate || !is_independent(*loaded.program))
        return false;
    if (memory.scratch == nullptr) memory.scratch = std::make_shared<LaunchScratch>();
    const Before before(loaded, *memory.scratch, settings.cancel);
    const std::uint64_t done = settings.done != nullptr ? settings.done->load() : 0;
    // That blocks keep apart shows only while they run. If they do not, all is put back, and they
    // run one after the other. Sectors first, which cost little; neighbours may share one, but no
    // word. A kernel of which that is known is not asked again.
    constexpr int sectors = 5, words = 2;
    auto& fine = memory.scratch->fine;
    for (const int shift : {sectors, words}) {
        if (shift == sectors && fine.contains(loaded.program->function)) continue;
        ParallelGrid grid(loaded, memory, settings, shift);
        if (grid.run()) {
            grid.hand_over(record);
            if (shift == words) fine.insert(loaded.program->function);
            memory.scratch->trim();
            return true;
        }
        before.restore();
        if (settings.done != nullptr) settings.done->store(done);
    }
    memory.scratch->trim();
    return false;
}

}  // namespace stridescope::machine
