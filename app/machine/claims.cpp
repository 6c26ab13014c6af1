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

Claims::Claims(const LoadedProgram& loaded, int shift)
    : shift_(shift), arrays_(loaded.program->objects.size()) {
    const std::vector<bool> all = written(*loaded.program);
    for (std::size_t o = 0; o < all.size(); ++o) {
        if (!all[o]) continue;
        const std::size_t pieces = (loaded.views[o].bytes >> shift) + 1;
        arrays_[o].writers = std::vector<Owner>(pieces);
        arrays_[o].readers = std::vector<Owner>(pieces);
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
// the other.

void Claims::write(std::int32_t object, std::int64_t offset, std::int64_t bytes,
                   std::uint32_t block) {
    const std::uint32_t me = block + 1;
    for_each_piece(object, offset, bytes, [&](Owner& writer, Owner& reader) {
        if (writer.load(std::memory_order_relaxed) == me) return;
        if (writer.exchange(me) != nobody) broken_ = true;
        const std::uint32_t known = reader.load();
        if (known != nobody && known != me) broken_ = true;
    });
}

void Claims::read(std::int32_t object, std::int64_t offset, std::int64_t bytes,
                  std::uint32_t block) {
    const std::uint32_t me = block + 1;
    for_each_piece(object, offset, bytes, [&](Owner& writer, Owner& reader) {
        std::uint32_t known = reader.load(std::memory_order_relaxed);
        if (known == me) return;
        while (known != several &&
               !reader.compare_exchange_weak(known, known == nobody ? me : several)) {
        }
        const std::uint32_t wrote = writer.load();
        if (wrote != nobody && wrote != me) broken_ = true;
    });
}

}  // namespace stridescope::machine
