#include "app/machine/claims.h"

namespace stridescope::machine {

using language::Code;
using language::Space;

std::vector<bool> Claims::written(const language::Program& program) {
    std::vector<bool> written(program.objects.size());
    for (const language::Instr& i : program.code) {
        if (i.code == Code::store) written[static_cast<std::size_t>(i.object)] = true;
    }
    for (std::size_t o = 0; o < written.size(); ++o) {
        if (program.objects[o].space != Space::global) written[o] = false;
    }
    return written;
}

Claims::Claims(const LoadedProgram& loaded, int shift, LaunchScratch& scratch, bool lone)
    : shift_(shift), lone_(lone), arrays_(loaded.program->objects.size()) {
    const auto& g = loaded.program->grid;
    const std::uint64_t blocks = std::uint64_t{g[0]} * g[1] * g[2];
    first_ = scratch.number_claims(blocks + 1);
    several_ = first_ + static_cast<std::uint32_t>(blocks);
    const std::vector<bool> all = written(*loaded.program);
    std::size_t table = 0;
    for (std::size_t o = 0; o < all.size(); ++o) {
        if (!all[o]) continue;
        const std::size_t pieces = (loaded.views[o].bytes >> shift) + 1;
        arrays_[o].writers = scratch.owners(table++, pieces);
        arrays_[o].readers = scratch.owners(table++, pieces);
    }
}

/// Calls f(writer, reader) for each piece that the bytes lie in.
template <class F>
void Claims::for_each_piece(std::int32_t object, std::int64_t offset, std::int64_t bytes, F&& f) {
    Array& array = arrays_[static_cast<std::size_t>(object)];
    const auto last = static_cast<std::size_t>((offset + bytes - 1) >> shift_);
    for (auto p = static_cast<std::size_t>(offset >> shift_); p <= last; ++p) {
        f(array.writers[p], array.readers[p]);
    }
}

// Each side says that it is there before it looks for the other: of two that come at once one sees
// the other. Who is alone need not wait until others would see that, which takes most of the time.

void Claims::write(std::int32_t object, std::int64_t offset, std::int64_t bytes,
                   std::uint32_t block) {
    const std::uint32_t me = first_ + block;
    for_each_piece(object, offset, bytes, [&](Owner& writer, Owner& reader) {
        const std::uint32_t before = writer.load(std::memory_order_relaxed);
        if (before == me) return;
        if (lone_) {
            writer.store(me, std::memory_order_relaxed);
            if (!is_nobody(before)) broken_ = true;
        } else if (!is_nobody(writer.exchange(me))) {
            broken_ = true;
        }
        const std::uint32_t known = reader.load();
        if (!is_nobody(known) && known != me) broken_ = true;
    });
}

void Claims::read(std::int32_t object, std::int64_t offset, std::int64_t bytes,
                  std::uint32_t block) {
    const std::uint32_t me = first_ + block;
    for_each_piece(object, offset, bytes, [&](Owner& writer, Owner& reader) {
        std::uint32_t known = reader.load(std::memory_order_relaxed);
        if (known == me) return;
        if (lone_) reader.store(is_nobody(known) ? me : several_, std::memory_order_relaxed);
        while (!lone_ && known != several_ &&
               !reader.compare_exchange_weak(known, is_nobody(known) ? me : several_)) {
        }
        const std::uint32_t wrote = writer.load();
        if (!is_nobody(wrote) && wrote != me) broken_ = true;
    });
}

}  // namespace stridescope::machine
