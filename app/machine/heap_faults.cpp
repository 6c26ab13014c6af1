// What goes wrong with what kernels allocate by malloc and new, said in words.
#include <fmt/format.h>

#include "app/machine/context.h"

namespace stridescope::machine {
namespace {

std::uint32_t thread_in(const Context& context, int lane) {
    return context.warp->index * lanes_of_warp + static_cast<std::uint32_t>(lane);
}

KernelHeap::Act act_of(const Context& context, const Operation* at, int lane) {
    return {who(context, thread_in(context, lane)),
            static_cast<std::uint32_t>(place_of(context, at).line)};
}

/// What the kernel calls it.
std::string name_of_piece(const Context& context, const Allocation* a) {
    if (a != nullptr) {
        for (const language::Object& object : context.program->objects) {
            if (object.address == a->address) return object.name;
        }
    }
    return "memory";
}

/// "what it allocated in line 7", of the block that the address is of.
std::string heap_block_text(KernelHeap& heap, const KernelHeap::Found& found,
                            const std::string& name) {
    const KernelHeap::Act made = heap.made(found.begin);
    return fmt::format("what {} allocated in line {}", made.who == name ? "it" : made.who,
                       made.line);
}

std::string freed_text(KernelHeap& heap, const KernelHeap::Found& found, const std::string& name) {
    const KernelHeap::Act freed = heap.freed(found.begin);
    return freed.who == name ? fmt::format("it has freed in line {}", freed.line)
                             : fmt::format("{} has freed in line {}", freed.who, freed.line);
}

}  // namespace

void note_heap_taken(Context& context, const Operation* at, std::uint32_t mask,
                     const std::uint64_t* addresses, const std::uint64_t* bytes,
                     std::uint64_t* tags) {
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        const Allocation* a = context.memory->find(addresses[lane]);
        tags[lane] = a == nullptr || a->heap == nullptr
                         ? 0
                         : a->heap->take(static_cast<std::int64_t>(addresses[lane] - a->address),
                                         bytes[lane], act_of(context, at, lane));
    }
}

void note_heap_freed(Context& context, const Operation* at, std::uint32_t mask,
                     const std::uint64_t* addresses) {
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        if (addresses[lane] == 0) continue;  // which free and delete allow
        const std::string name = who(context, thread_in(context, lane));
        Allocation* a = context.memory->find(addresses[lane]);
        std::string why;
        if (a == nullptr || a->heap == nullptr) {
            why = fmt::format("{} frees {}, which no malloc or new of a kernel has allocated", name,
                              name_of_piece(context, a));
        } else {
            const KernelHeap::Found found = a->heap->find(addresses[lane] - a->address);
            if (found.is_known && !found.is_freed && found.offset == found.begin) {
                a->heap->free(found.begin, act_of(context, at, lane));
                continue;
            }
            if (!found.is_known && !found.is_tagged) continue;  // as a GPU's recording has it
            why =
                !found.is_known
                    ? name + " frees memory that no malloc or new of a kernel has allocated"
                : found.is_freed
                    ? fmt::format("{} frees {}, but that {} already", name,
                                  heap_block_text(*a->heap, found, name),
                                  freed_text(*a->heap, found, name))
                    : fmt::format(
                          "{} frees byte {} of {}: only what malloc or new has given can "
                          "be freed",
                          name, found.offset - found.begin, heap_block_text(*a->heap, found, name));
        }
        if (Diagnostic* d = tell(context, at, Diagnostic::Kind::out_of_bounds, 1U << lane))
            d->message = why;
    }
}

std::string heap_byte_text(KernelHeap& heap, const KernelHeap::Found& found,
                           const std::string& name) {
    return fmt::format("byte {} of {}", found.offset - found.begin,
                       heap_block_text(heap, found, name));
}

void name_heap(LaunchRecord& record, GlobalMemory& memory) {
    for (RaceRecord& race : record.races.all) {
        if (race.shared || race.object < 0) continue;
        const language::Object& object =
            record.program->objects[static_cast<std::size_t>(race.object)];
        if (object.space != language::Space::global) continue;
        const Allocation* a = memory.find(object.address);
        if (a == nullptr || a->heap == nullptr) continue;
        const KernelHeap::Found found = a->heap->find(static_cast<std::uint64_t>(race.offset));
        if (found.is_known) race.element = heap_byte_text(*a->heap, found, {});
    }
}

bool is_in_its_block(const KernelHeap::Found& found, std::uint32_t width) {
    if (!found.is_known) return !found.is_tagged;
    return !found.is_freed && found.offset >= found.begin &&
           static_cast<std::uint64_t>(found.offset - found.begin) + width <= found.bytes;
}

void tell_of_heap(Context& context, const Operation* at, std::uint32_t mask, KernelHeap& heap,
                  const KernelHeap::Found& found, std::string_view verb) {
    Diagnostic* d = tell(context, at, Diagnostic::Kind::out_of_bounds, mask);
    if (d == nullptr) return;
    const std::string name = who(context, d->thread);
    if (!found.is_known) {
        d->message = fmt::format("{} {} memory that no malloc or new has given it", name, verb);
        return;
    }
    const std::int64_t byte = found.offset - found.begin;
    d->index = byte;
    d->message = found.is_freed
                     ? fmt::format("{} {} {}, but that {}", name, verb,
                                   heap_byte_text(heap, found, name), freed_text(heap, found, name))
                     : fmt::format("{} {} beyond {}: byte {} of {}", name, verb,
                                   heap_block_text(heap, found, name), byte, found.bytes);
}

}  // namespace stridescope::machine
