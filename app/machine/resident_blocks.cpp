#include "app/machine/resident_blocks.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/machine/clusters.h"
#include "app/machine/grid_watch.h"
#include "app/machine/order.h"
#include "app/machine/parallel.h"

namespace stridescope::machine {
namespace {

/// Rounds that a warp may go around before another has its turn.
constexpr std::uint32_t turn_rounds = 2000;

/// splitmix64 as a function of the position.
std::uint64_t random_at(std::uint64_t seed, std::uint64_t position) {
    std::uint64_t z = seed + (position + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

/// "block 3", "blocks 0–3 and 7".
std::string names_of(std::vector<std::uint32_t> blocks) {
    std::ranges::sort(blocks);
    std::vector<std::string> parts;
    for (std::size_t begin = 0, end = 0; begin < blocks.size(); begin = end) {
        end = begin + 1;
        while (end < blocks.size() && blocks[end] == blocks[end - 1] + 1) ++end;
        parts.push_back(end - begin == 1 ? std::to_string(blocks[begin])
                                         : fmt::format("{}–{}", blocks[begin], blocks[end - 1]));
    }
    constexpr std::size_t most = 6;
    if (parts.size() > most) {
        parts.resize(most);
        parts.emplace_back("others");
    }
    std::string text = blocks.size() == 1 ? "block " : "blocks ";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
        text += parts[i];
    }
    return text;
}

class ResidentBlocks {
  public:
    ResidentBlocks(const LoadedProgram& loaded, GlobalMemory& memory, const Settings& settings,
                   LaunchRecord& record, std::vector<SharedUse> uses, bool told)
        : loaded_(loaded), settings_(settings), record_(record) {
        if (settings.memory == MemoryOrder::weak)
            context_.weak = &weak_.emplace(settings.memory_seed, settings.late_stores);
        watch_.emplace(loaded, std::move(uses), !weak_, told ? &record.grid : nullptr);
        context_.memory = &memory;
        context_.rows = &rows_;
        context_.budget = settings.budget;
        context_.block_bytes = settings.block_bytes;
        watch_locals(context_, settings, record);
        context_.cancel = settings.cancel;
        context_.rounds_sums = settings.rounds_sums;
        context_.look_on = settings.look_on;
        context_.grid = &*watch_;
        context_.watched = true;
        if (settings.judge) {
            context_.order = &order_.emplace(loaded, false);
            if (weak_)
                order_->delay(*weak_);
            else
                order_->take_turns(watch_->late_memory());
        }
        if (settings.record) rows_.new_chunk();
        recorded_ = settings.recorded_blocks;
        look_at_ = settings.recorded_bytes;
        const auto& c = loaded.program->cluster;
        of_cluster_ = c[0] * c[1] * c[2];
        waiting_ = blocks_in_order();
        std::ranges::reverse(waiting_);
        // More places than blocks are never needed; those of a cluster are there together.
        const auto places =
            std::min<std::size_t>(std::max({1U, settings.resident, of_cluster_}), waiting_.size());
        const std::uint64_t bytes = places * Block::bytes_of(loaded, settings.order);
        if (bytes > settings.most_memory) {
            throw language::FaultError(
                loaded.program->places.front(),
                fmt::format("{} resident blocks take {:.1f} GB, more than this run may have: let "
                            "fewer be resident (--sms, --resident)",
                            places, static_cast<double>(bytes) / 1e9));
        }
        per_multiprocessor_ =
            std::max(1U, settings.resident / std::max(1U, settings.multiprocessors));
        for (std::size_t i = 0; i < places; ++i) {
            const auto number = static_cast<std::uint32_t>(i);
            slots_.push_back({.multiprocessor = number % std::max(1U, settings.multiprocessors)});
        }
    }

    void run() {
        int idle = 0;
        for (;;) {
            fill_slots();
            if (std::ranges::none_of(slots_, &Slot::taken)) break;
            if (context_.cancelled()) {
                give_up();
                break;
            }
            const std::uint64_t changes = context_.changes;
            bool progress = take_turns(idle);
            watch_->end_tick();
            if (order_) order_->end_tick();
            // What was stored before all have come is seen by now.
            if (of_cluster_ > 1 && !aborted_) progress |= meet_clusters();
            keep_within();
            if (aborted_) break;
            idle = progress || context_.changes != changes ? 0 : idle + 1;
            if (idle > idle_turns) {
                if (grow()) {
                    idle = 0;
                    continue;
                }
                tell_deadlock();
                aborted_ = true;
                break;
            }
        }
        if (aborted_) give_up();
        if (weak_) weak_->settle();
        hand_over();
    }

  private:
    /// A place on a multiprocessor, and the block that has it.
    struct Slot {
        std::uint32_t multiprocessor = 0;
        std::unique_ptr<Block> block{};
        bool taken = false;
    };

    /// In which order they begin. Clusters begin in turns, with all their blocks.
    std::vector<std::uint32_t> blocks_in_order() const {
        const auto &g = loaded_.program->grid, &c = loaded_.program->cluster;
        const std::uint32_t clusters = g[0] * g[1] * g[2] / of_cluster_;
        auto order = start_order(settings_.turns.has(0) ? settings_.order : WarpOrder::ascending,
                                 settings_.seed, clusters);
        if (of_cluster_ == 1) return order;
        std::vector<std::uint32_t> all;
        for (const std::uint32_t cluster : order) {
            const std::uint32_t across = g[0] / c[0], down = g[1] / c[1];
            const std::uint32_t first =
                cluster % across * c[0] +
                g[0] * (cluster / across % down * c[1] + g[1] * (cluster / across / down * c[2]));
            for (std::uint32_t rank = 0; rank < of_cluster_; ++rank)
                all.push_back(block_of_rank(*loaded_.program, first, rank));
        }
        return all;
    }

    /// What the block's cluster has of shared memory, by rank.
    void find_cluster(std::uint32_t number) {
        const language::Program& program = *loaded_.program;
        context_.cluster.assign(of_cluster_, nullptr);
        for (const Slot& slot : slots_) {
            if (!slot.taken) continue;
            const std::uint32_t other = slot.block->number();
            if (cluster_of(program, other) != cluster_of(program, number)) continue;
            SharedMemory& shared = slot.block->shared();
            shared.received.most_bytes = settings_.block_bytes;
            context_.cluster[rank_in_cluster(program, other)] = &shared;
        }
    }

    void fill_slots() {
        auto free = static_cast<std::size_t>(std::ranges::count(slots_, false, &Slot::taken));
        for (Slot& slot : slots_) {
            if (waiting_.empty()) return;
            if (slot.taken) continue;
            // A cluster begins where there is room for all of it.
            if (waiting_.size() % of_cluster_ == 0 && free < of_cluster_) return;
            --free;
            const std::uint32_t number = waiting_.back();
            waiting_.pop_back();
            if (!slot.block)
                slot.block = std::make_unique<Block>(loaded_, settings_.order, settings_.seed,
                                                     settings_.turns);
            slot.taken = true;
            slot.block->start(number, settings_.record && number < recorded_);
            watch_->start(number, slot.multiprocessor);
        }
    }

    /// More multiprocessors, as long as a GPU has them: that blocks wait for others which found no
    /// room would be this machine's doing, and not the text's. Returns whether there are more.
    bool grow() {
        if (!settings_.grows || waiting_.empty()) return false;
        const std::size_t most =
            std::min<std::size_t>(resident_at_most(threads(), loaded_.program->shared_bytes),
                                  slots_.size() + waiting_.size());
        const std::size_t places = std::min(most, 2 * slots_.size());
        if (places <= slots_.size() ||
            places * Block::bytes_of(loaded_, settings_.order) > settings_.most_memory)
            return false;
        while (slots_.size() < places) {
            slots_.push_back({.multiprocessor =
                                  static_cast<std::uint32_t>(slots_.size()) / per_multiprocessor_});
        }
        return true;
    }

    /// A turn of every resident block. Returns whether any got on.
    bool take_turns(int idle) {
        bool progress = false;
        for (Slot& slot : slots_) {
            if (!slot.taken) continue;
            Block& block = *slot.block;
            // As long as somebody gets on.
            if (idle == 0 && of_cluster_ == 1 && block.left_out()) continue;
            context_.turn = turn_rounds;
            if (of_cluster_ > 1) find_cluster(block.number());
            if (weak_) weak_->enter(block.number());
            watch_->enter(block.number(), block.interval());
            const Block::State state = block.turn(context_, idle);
            watch_->leave();
            if (weak_ && weak_->leave()) ++context_.changes;
            progress |= state != Block::State::waiting;
            if (state == Block::State::aborted) {
                aborted_ = true;
                return true;
            }
            if (state == Block::State::finished) {
                watch_->end(block.number(), threads());
                finish(slot);
            }
        }
        return progress;
    }

    /// Where all blocks of a cluster that are there have come to its barrier, they go on. Returns
    /// whether any does.
    bool meet_clusters() {
        std::map<std::uint32_t, std::vector<Block*>> clusters;
        for (const Slot& slot : slots_) {
            if (slot.taken)
                clusters[cluster_of(*loaded_.program, slot.block->number())].push_back(
                    slot.block.get());
        }
        bool any = false;
        for (const auto& [number, blocks] : clusters) {
            for (Block* const block : blocks) {
                if (!block->waits_in_vain()) continue;
                block->pass_cluster(context_);
                any = true;
            }
            if (!std::ranges::all_of(blocks, &Block::has_come_to_cluster)) continue;
            if (order_) {
                std::vector<std::uint32_t> numbers;
                for (const Block* const block : blocks) numbers.push_back(block->number());
                order_->meet(numbers);
            }
            for (Block* const block : blocks) block->pass_cluster(context_);
            any = true;
        }
        return any;
    }

    std::uint32_t threads() const {
        const auto& d = loaded_.program->block_dim;
        return d[0] * d[1] * d[2];
    }

    void finish(Slot& slot) {
        Block& block = *slot.block;
        slot.taken = false;
        if (weak_) weak_->finish(block.number());
        if (order_) order_->finish(block.number());
        record_.lane_steps += std::uint64_t{threads()} * (block.interval() + 1);
        if (block.recorded()) record_.blocks.push_back(block.take_record(segments_));
        if (settings_.done != nullptr) settings_.done->fetch_add(1, std::memory_order_relaxed);
    }

    /// The first blocks are recorded, so many as fit. All may have begun before that shows.
    void keep_within() {
        if (recorded_ <= 1 || rows_.used() < look_at_) return;
        std::map<std::uint32_t, std::uint64_t> bytes;
        for (const BlockRecord& b : record_.blocks) bytes[b.block] = bytes_of(b);
        for (const Slot& slot : slots_) {
            if (slot.taken && slot.block->recorded())
                bytes[slot.block->number()] = slot.block->record_bytes();
        }
        std::uint64_t all = 0;
        for (const auto& [number, of_block] : bytes) {
            all += of_block;
            if (all <= settings_.recorded_bytes) continue;
            recorded_ = std::max(1U, number);
            break;
        }
        std::erase_if(record_.blocks, [&](const BlockRecord& b) { return b.block >= recorded_; });
        for (const Slot& slot : slots_) {
            if (slot.taken && slot.block->recorded() && slot.block->number() >= recorded_)
                slot.block->forget_record();
        }
        look_at_ = rows_.used() + settings_.recorded_bytes / 4;
    }

    /// What was recorded of those that have not ended is there to be seen.
    void give_up() {
        record_.complete = false;
        for (Slot& slot : slots_) {
            if (slot.taken) finish(slot);
        }
    }

    /// Every resident block waits, and no block is left to end the wait.
    void tell_deadlock() {
        std::vector<std::uint32_t> resident;
        std::string example;
        Diagnostic found;
        found.kind = Diagnostic::Kind::deadlock;
        for (const Slot& slot : slots_) {
            if (!slot.taken) continue;
            const Block& block = *slot.block;
            resident.push_back(block.number());
            const std::vector<Block::Waiting> waits = block.waiting();
            if (waits.empty() || !example.empty()) continue;
            found.place = waits.front().place;
            found.block = block.number();
            found.thread = waits.front().thread;
            found.interval = block.interval();
            example = fmt::format("block {} at line {}", found.block, found.place.line);
            if (const GridEntry* wait = watch_->wait_of(found.block, found.thread))
                example += ", waiting for " + element_of(*wait);
        }
        if (resident.empty()) return;
        if (example.empty()) example = "at barriers";
        const bool one = resident.size() == 1;
        found.message =
            waiting_.empty()
                ? fmt::format("{} {} ({}): no block is left to end the wait", names_of(resident),
                              one ? "deadlocks" : "deadlock", example)
                : fmt::format("{} {} resident and {} ({}): {} cannot start until one of them ends",
                              names_of(resident), one ? "is" : "are",
                              one ? "deadlocks" : "deadlock", example, names_of(waiting_));
        context_.diagnostics.push_back(std::move(found));
    }

    std::string element_of(const GridEntry& entry) const {
        const language::Object& object =
            loaded_.program->objects[static_cast<std::size_t>(entry.object)];
        const auto size =
            static_cast<std::int64_t>(std::max<std::uint64_t>(1, object.element->size));
        return fmt::format("{}[{}]", object.name, entry.offset / size);
    }

    /// Blocks of a cluster that reach the memory of one which may not be there.
    void tell_astray() {
        for (const Order::Astray& found : order_->take_astray()) {
            Diagnostic d;
            d.kind = Diagnostic::Kind::bad_pointer;
            d.place = found.access.place;
            d.block = found.access.block;
            d.thread = found.access.thread;
            d.interval = found.access.interval;
            d.count = found.count;
            d.message = fmt::format(
                "{} of block {} {} {} of block {} of its cluster, which may {} then: "
                "cluster.sync() is missing {} it",
                thread_text(context_, d.thread), d.block, found.access.writes ? "writes" : "reads",
                found.element.empty() ? "shared memory" : found.element, found.owner,
                found.too_early ? "not have begun" : "have ended by",
                found.too_early ? "before" : "behind");
            context_.diagnostics.push_back(std::move(d));
        }
    }

    void hand_over() {
        if (order_ && !aborted_ && record_.complete) tell_astray();
        for (Diagnostic& d : context_.diagnostics) add_diagnostic(record_.diagnostics, d);
        if (order_) record_.races = order_->take();
        record_.output = std::move(context_.output);
        record_.children = std::move(context_.children);
        if (order_ && !record_.children.empty()) record_.past = order_->take_past();
        record_.chunks = std::move(rows_.chunks);
        std::ranges::move(segments_.chunks, std::back_inserter(record_.chunks));
        std::vector<BlockRecord>& blocks = record_.blocks;
        std::ranges::sort(blocks, {}, &BlockRecord::block);
        // Blocks that never got a place have their own among those that did.
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            if (blocks[k].block == k) continue;
            BlockRecord nothing;
            nothing.block = static_cast<std::uint32_t>(k);
            nothing.intervals = 1;
            nothing.rounds = std::make_shared<const std::vector<Round>>(1);
            blocks.insert(blocks.begin() + static_cast<std::ptrdiff_t>(k), std::move(nothing));
        }
    }

    const LoadedProgram& loaded_;
    const Settings& settings_;
    LaunchRecord& record_;
    Context context_;
    RowWriter rows_, segments_;
    std::optional<WeakMemory> weak_;
    std::optional<GridWatch> watch_;
    std::optional<Order> order_;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> waiting_;    ///< blocks that have no place yet, the next one last
    std::uint32_t of_cluster_ = 1;          ///< blocks of a cluster
    std::uint32_t per_multiprocessor_ = 1;  ///< blocks that find room on one
    std::uint64_t recorded_ = 0;            ///< so many blocks, from the first one on
    std::uint64_t look_at_ = 0;  ///< bytes of rows at which it is seen whether they still fit
    bool aborted_ = false;
};

}  // namespace

std::vector<std::uint32_t> start_order(WarpOrder order, std::uint64_t seed, std::uint32_t blocks) {
    std::vector<std::uint32_t> all(blocks);
    std::iota(all.begin(), all.end(), 0U);
    if (order == WarpOrder::ascending) return all;
    std::ranges::reverse(all);
    if (order == WarpOrder::descending) return all;
    for (std::size_t i = all.size(); i > 1; --i)
        std::swap(all[i - 1], all[(random_at(seed, i) >> 32) * i >> 32]);
    return all;
}

std::uint32_t resident_at_most(std::uint64_t threads, std::uint64_t shared_bytes) {
    constexpr std::uint64_t multiprocessors = 132, most_blocks = 32, most_threads = 2048;
    // The system keeps 1 KB of each block's shared memory.
    constexpr std::uint64_t most_shared = 228 << 10, of_system = 1 << 10;
    const std::uint64_t warps = std::max<std::uint64_t>(1, (threads + 31) / 32);
    return static_cast<std::uint32_t>(multiprocessors *
                                      std::min({most_blocks, most_threads / (warps * 32),
                                                most_shared / (shared_bytes + of_system)}));
}

bool run_together(const LoadedProgram& loaded, GlobalMemory& memory, const Settings& settings,
                  LaunchRecord& record) {
    const language::Program& program = *loaded.program;
    std::vector<SharedUse> uses = shared_uses(program, settings.handed_on);
    // Where launches hand something on, all of them are told.
    const bool told = settings.record && (!settings.handed_on.empty() ||
                                          std::ranges::any_of(uses, &SharedUse::between));
    const bool several = program.grid[0] * program.grid[1] * program.grid[2] > 1;
    const bool has_clusters = program.cluster != language::Extents{1, 1, 1};
    if (!told && !has_clusters && !(program.waits && several)) return false;
    ResidentBlocks(loaded, memory, settings, record, std::move(uses), told).run();
    return true;
}

}  // namespace stridescope::machine
