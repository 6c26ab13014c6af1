#include "app/trace/npz.h"

#include <fmt/format.h>
#include <libdeflate.h>
#include <zip.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "app/experiment/recycled_buffer.h"
#include "app/io/background.h"
#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/trace/packed_member.h"

namespace stridescope {
namespace npz_zip {

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
    void operator()(zip_source_t* source) const { zip_source_free(source); }
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
template <class T>
using Owned = std::unique_ptr<T, Discard>;

}  // namespace npz_zip

namespace {

using npz_zip::Owned;

/// Bytes that are not worth being parted.
constexpr std::size_t little = std::size_t{1} << 16;

/// 1 January 1980, 00:00: the earliest a zip can say, so that no clock shows in the bytes.
constexpr std::uint16_t no_time = 0, no_date = 1 << 5 | 1;

[[noreturn]] void fail(std::string_view what, zip_error_t* error) {
    const bool memory = zip_error_code_zip(error) == ZIP_ER_MEMORY;
    throw RunError(
        fmt::format("Cannot pack the trace ({}): {}.", excerpt(what),
                    memory ? "there is not enough memory" : "something in it is broken"));
}

[[noreturn]] void refuse_member(const std::string& source, const std::string& name,
                                std::string_view why) {
    throw UsageError(fmt::format("{} is damaged in \"{}\": {}.", source, name, why));
}

/// Opens a member to be unpacked, if it is packed as NumPy does.
Owned<zip_file_t> open_member(zip_t* zip, const std::string& source, const std::string& name,
                              zip_uint64_t index) {
    const auto refuse = [&](std::string_view why) { refuse_member(source, name, why); };
    zip_stat_t stat;
    if (zip_stat_index(zip, index, ZIP_FL_ENC_RAW, &stat) != 0) {
        refuse("it cannot be found");
    }
    // What NumPy writes. Others pack so tightly that little says much.
    const bool known = (stat.valid & ZIP_STAT_COMP_METHOD) != 0 &&
                       (stat.comp_method == ZIP_CM_STORE || stat.comp_method == ZIP_CM_DEFLATE);
    if (!known) refuse("it is packed in a way that NumPy does not use");
    if ((stat.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && stat.encryption_method != ZIP_EM_NONE) {
        refuse("it is encrypted");
    }
    Owned<zip_file_t> member{zip_fopen_index(zip, index, 0)};
    if (!member) refuse("it cannot be unpacked");
    return member;
}

/// The head of a .npy file, format 1.0, padded so that the data is 64-byte aligned.
std::string npy_head(std::string_view descr, std::span<const std::size_t> shape) {
    std::string dimensions;
    for (const std::size_t length : shape) dimensions += fmt::format("{},", length);
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                   descr, dimensions);
    constexpr std::size_t magic_size = 10;
    text.append(63 - (magic_size + text.size()) % 64, ' ');
    text += '\n';
    std::string head{"\x93NUMPY\x01\x00", 8};
    head += static_cast<char>(text.size() & 0xFF);
    head += static_cast<char>(text.size() >> 8);
    return head + text;
}

}  // namespace

/// A member, to be packed.
struct NpzWriter::Added {
    std::string head{};
    std::vector<std::span<const std::byte>> parts{};
    std::shared_ptr<const void> owner{};
    PackedMember packed{};
};

/// What is packed by itself.
struct NpzWriter::Piece {
    std::size_t member = 0;
    std::size_t number = 0;  ///< within the member
    std::span<const std::byte> bytes{};
    /// All of the member in one; then `bytes` says nothing.
    bool whole = false;
    std::size_t size = 0;
};

NpzWriter::NpzWriter(Packing packing) : packing_{packing} {}
NpzWriter::~NpzWriter() = default;

void NpzWriter::add_array(const std::string& name, std::string_view descr,
                          std::span<const std::size_t> shape,
                          std::vector<std::span<const std::byte>> parts,
                          std::shared_ptr<const void> owner) {
    add(name + ".npy", npy_head(descr, shape), std::move(parts), std::move(owner));
}

void NpzWriter::add_text(const std::string& name, std::string_view text) {
    add(name, std::string{text}, {}, {});
}

void NpzWriter::add(std::string name, std::string head,
                    std::vector<std::span<const std::byte>> parts,
                    std::shared_ptr<const void> owner) {
    Added& member = *added_.emplace_back(std::make_unique<Added>(
        Added{.head = std::move(head), .parts = std::move(parts), .owner = std::move(owner)}));
    std::size_t size = member.head.size();
    std::erase_if(member.parts, [](const auto part) { return part.empty(); });
    for (const auto part : member.parts) size += part.size();
    member.packed.name = std::move(name);
    member.packed.size = size;
    member.packed.packing = packing_;
    const std::size_t number = added_.size() - 1;
    constexpr std::size_t enough = std::size_t{1} << 20;
    if (size <= little || packing_ == Packing::stored) {
        pieces_.push_back({.member = number, .whole = true, .size = size});
        member.packed.pieces.resize(1);
        return;
    }
    const auto add_piece = [&](std::span<const std::byte> bytes) {
        pieces_.push_back({.member = number,
                           .number = member.packed.sizes.size(),
                           .bytes = bytes,
                           .size = bytes.size()});
        member.packed.sizes.push_back(static_cast<std::uint32_t>(bytes.size()));
    };
    add_piece(std::as_bytes(std::span{member.head}));
    const std::size_t longest = std::max(enough, size / (most_pieces / 2));
    for (const auto part : member.parts) {
        for (std::size_t at = 0; at < part.size(); at += longest)
            add_piece(part.subspan(at, std::min(longest, part.size() - at)));
    }
    member.packed.pieces.resize(member.packed.sizes.size());
}

/// Packs these pieces.
void NpzWriter::pack(std::size_t first, std::size_t end) {
    const auto pack_one = [&](std::size_t k) {
        const Piece& piece = pieces_[first + k];
        Added& member = *added_[piece.member];
        DeflatedPiece& to = member.packed.pieces[piece.number];
        if (piece.number == 0) {
            member.packed.crc = libdeflate_crc32(0, member.head.data(), member.head.size());
            for (const auto part : member.parts)
                member.packed.crc = libdeflate_crc32(member.packed.crc, part.data(), part.size());
        }
        if (!piece.whole) {
            to = deflate_piece(piece.bytes, piece.number + 1 == member.packed.sizes.size());
            return;
        }
        DeflatedPiece whole{.bytes = std::make_unique_for_overwrite<std::byte[]>(piece.size),
                            .size = piece.size};
        auto* at = std::ranges::copy(std::as_bytes(std::span{member.head}), whole.bytes.get()).out;
        for (const auto part : member.parts) at = std::ranges::copy(part, at).out;
        to = packing_ == Packing::stored ? std::move(whole)
                                         : deflate_piece({whole.bytes.get(), whole.size}, true);
    };
    // A thread costs more than packing a little.
    const auto bytes =
        std::accumulate(pieces_.begin() + static_cast<std::ptrdiff_t>(first),
                        pieces_.begin() + static_cast<std::ptrdiff_t>(end), std::size_t{0},
                        [](std::size_t sum, const Piece& piece) { return sum + piece.size; });
    if (bytes > little) return on_all_cores(end - first, pack_one);
    for (std::size_t k = 0; k < end - first; ++k) pack_one(k);
}

bool NpzWriter::pack_some() {
    const std::size_t most = (std::size_t{4} << 20) * core_count();
    const std::size_t first = packed_;
    for (std::size_t bytes = 0; packed_ < pieces_.size() && bytes < most; ++packed_)
        bytes += pieces_[packed_].size;
    pack(first, packed_);
    return packed_ < pieces_.size();
}

Bytes NpzWriter::finish() {
    return file_of(take_members());
}

std::vector<PackedMember> NpzWriter::take_members() {
    pack(packed_, pieces_.size());
    packed_ = pieces_.size();
    std::vector<PackedMember> members;
    members.reserve(added_.size());
    for (auto& added : added_) members.push_back(std::move(added->packed));
    added_.clear();
    pieces_.clear();
    packed_ = 0;
    return members;
}

Bytes NpzWriter::file_of(const std::vector<PackedMember>& members) {
    zip_error_t error;
    zip_error_init(&error);
    const Owned<zip_source_t> target{zip_source_buffer_create(nullptr, 0, 0, &error)};
    if (!target) fail("no memory", &error);
    zip_source_keep(target.get());  // zip_close gives one reference up, we read from the other
    Owned<zip_t> archive{zip_open_from_source(target.get(), ZIP_TRUNCATE, &error)};
    if (!archive) {
        zip_source_free(target.get());
        fail("no archive", &error);
    }
    for (const PackedMember& member : members) {
        zip_source_t* data = source_of(archive.get(), member);
        const zip_int64_t index =
            data ? zip_file_add(archive.get(), member.name.c_str(), data, ZIP_FL_ENC_UTF_8) : -1;
        if (index < 0) {
            zip_source_free(data);
            fail(member.name, zip_get_error(archive.get()));
        }
        const auto i = static_cast<zip_uint64_t>(index);
        zip_set_file_compression(archive.get(), i, member.method(), 0);
        zip_file_set_dostime(archive.get(), i, no_time, no_date, 0);
        if (member.sizes.empty()) continue;
        std::vector<PieceSizes> sizes;
        for (std::size_t k = 0; k < member.sizes.size(); ++k) {
            const auto packed = static_cast<std::uint32_t>(member.pieces[k].size);
            sizes.push_back({.packed = packed, .size = member.sizes[k]});
        }
        if (!note_pieces(archive.get(), i, sizes)) fail(member.name, zip_get_error(archive.get()));
    }
    if (zip_close(archive.get()) != 0) fail("packing", zip_get_error(archive.get()));
    (void)archive.release();

    zip_stat_t stat;
    if (zip_source_stat(target.get(), &stat) != 0 || zip_source_open(target.get()) != 0) {
        fail("reading back", zip_source_error(target.get()));
    }
    Bytes packed(stat.size);
    const zip_int64_t read = zip_source_read(target.get(), packed.data(), packed.size());
    zip_source_close(target.get());
    if (read != static_cast<zip_int64_t>(packed.size())) {
        fail("reading back", zip_source_error(target.get()));
    }
    return packed;
}

/// What was fetched and not read yet.
struct NpzReader::Fetched {
    // Where a member's pieces are noted:
    std::vector<PieceSizes> pieces{};
    Bytes packed{};
    std::uint32_t crc = 0;
    std::size_t piece = 0, packed_at = 0;  ///< behind what is unpacked
    // Else:
    Owned<zip_file_t> from{};
    Bytes read{};

    std::shared_ptr<std::byte[]> bytes{};
    std::size_t size = 0;  ///< unpacked so far
    bool whole = false;
};

struct NpzReader::Archive {
    struct Member {
        zip_uint64_t index;
        std::uint64_t size;  ///< unpacked, as the file says
    };
    Owned<zip_t> zip;
    std::map<std::string, Member> members;
    std::map<std::string, Fetched> fetched;
};

NpzReader::NpzReader(std::span<const std::byte> file, std::string source)
    : archive_{std::make_unique<Archive>()}, source_{std::move(source)} {
    // libzip would take it for a zip without members.
    if (file.empty()) throw UsageError(fmt::format("{} is not a trace: it is empty.", source_));
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* data = zip_source_buffer_create(file.data(), file.size(), 0, &error);
    archive_->zip.reset(data ? zip_open_from_source(data, ZIP_RDONLY, &error) : nullptr);
    zip_error_fini(&error);
    if (!archive_->zip) {
        zip_source_free(data);
        throw UsageError(
            fmt::format("{} is not a trace: it is not a .npz file, or not a whole one.", source_));
    }
    const zip_int64_t count = zip_get_num_entries(archive_->zip.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        const auto index = static_cast<zip_uint64_t>(i);
        zip_stat_t stat;
        constexpr zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE;
        if (zip_stat_index(archive_->zip.get(), index, ZIP_FL_ENC_RAW, &stat) != 0 ||
            (stat.valid & needed) != needed) {
            throw UsageError(fmt::format("{} is damaged: its list of members is broken.", source_));
        }
        if (!archive_->members.try_emplace(stat.name, Archive::Member{index, stat.size}).second) {
            throw UsageError(fmt::format("{} has two members \"{}\": remove one of them.", source_,
                                         excerpt(stat.name)));
        }
    }
}

NpzReader::NpzReader(NpzReader&&) noexcept = default;
NpzReader::~NpzReader() = default;

bool NpzReader::has(const std::string& name) const {
    return archive_->members.contains(name);
}

std::vector<std::string> NpzReader::names() const {
    std::vector<std::string> names;
    for (const auto& [name, member] : archive_->members) names.push_back(name);
    return names;
}

Unpacked NpzReader::read(const std::string& name, std::uint64_t most) {
    while (!fetch(name, most)) {
    }
    const auto whole = archive_->fetched.find(name);
    Unpacked member{.bytes = std::move(whole->second.bytes), .size = whole->second.size};
    archive_->fetched.erase(whole);
    return member;
}

bool NpzReader::fetch(const std::string& name, std::uint64_t most) {
    const auto found = archive_->members.find(name);
    if (found == archive_->members.end()) refuse_member(source_, name, "it is missing");
    const auto [index, size] = found->second;
    if (size > most) {
        refuse_member(source_, name,
                      fmt::format("it is larger than {} bytes, which is all it can have", most));
    }
    const auto [place, begins] = archive_->fetched.try_emplace(name);
    Fetched& member = place->second;
    if (member.whole) return true;
    if (begins) begin(name, member);
    if (member.pieces.empty()) {
        member.whole = fetch_stream(name, size, member);
    } else {
        member.whole = fetch_pieces(name, size, member);
    }
    return member.whole;
}

/// What it takes to fetch from the member.
void NpzReader::begin(const std::string& name, Fetched& member) {
    const auto [index, size] = archive_->members.at(name);
    zip_t* const zip = archive_->zip.get();
    member.from = open_member(zip, source_, name, index);
    zip_stat_t stat;
    if (zip_stat_index(zip, index, ZIP_FL_ENC_RAW, &stat) != 0) return;
    member.pieces = noted_pieces(zip, index);
    if (member.pieces.empty()) return;
    const auto refuse = [&](std::string_view why) { refuse_member(source_, name, why); };
    std::uint64_t all = 0, packed = 0;
    for (const PieceSizes& piece : member.pieces) all += piece.size, packed += piece.packed;
    if (stat.comp_method != ZIP_CM_DEFLATE || all != size || packed != stat.comp_size)
        refuse("it is not made of the pieces that it says");
    // Nothing packs tighter than deflate can.
    constexpr std::uint64_t most_for_a_byte = 1032;
    if (size / most_for_a_byte > packed) refuse("it is shorter than it says");
    member.crc = stat.crc;
    member.packed.resize(static_cast<std::size_t>(packed));
    member.from.reset(zip_fopen_index(zip, index, ZIP_FL_COMPRESSED));
    if (!member.from || zip_fread(member.from.get(), member.packed.data(), packed) !=
                            static_cast<zip_int64_t>(packed)) {
        refuse("it cannot be unpacked");
    }
    member.from.reset();
    member.bytes = recycled_bytes(static_cast<std::size_t>(size));
}

bool NpzReader::fetch_pieces(const std::string& name, std::uint64_t size, Fetched& member) {
    struct Piece {
        std::span<const std::byte> from;
        std::span<std::byte> to;
        bool last;
    };
    const std::span to{member.bytes.get(), static_cast<std::size_t>(size)};
    std::vector<Piece> next;
    const std::size_t most = (std::size_t{4} << 20) * core_count(), before = member.size;
    while (member.piece < member.pieces.size() && member.size - before < most) {
        const PieceSizes& piece = member.pieces[member.piece++];
        next.push_back({.from = std::span{member.packed}.subspan(member.packed_at, piece.packed),
                        .to = to.subspan(member.size, piece.size),
                        .last = member.piece == member.pieces.size()});
        member.packed_at += piece.packed;
        member.size += piece.size;
    }
    std::atomic<bool> good = true;
    on_all_cores(next.size(), [&](std::size_t k) {
        if (!inflate_piece(next[k].from, next[k].last, next[k].to)) good = false;
    });
    const bool whole = member.piece == member.pieces.size();
    if (whole) member.packed = {};
    if (!good || (whole && libdeflate_crc32(0, to.data(), to.size()) != member.crc))
        refuse_member(source_, name, "its bytes and its checksum disagree");
    return whole;
}

bool NpzReader::fetch_stream(const std::string& name, std::uint64_t size, Fetched& member) {
    const auto refuse = [&](std::string_view why) { refuse_member(source_, name, why); };
    // One byte more: it is only after the end that the checksum is compared. The size is the file's
    // own claim, so memory grows with what is really there.
    constexpr std::uint64_t chunk = std::uint64_t{1} << 22;
    Bytes& bytes = member.read;
    const std::size_t before = bytes.size();
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size + 1, before + chunk)));
    const zip_int64_t got =
        zip_fread(member.from.get(), bytes.data() + before, bytes.size() - before);
    if (got < 0) refuse("its bytes and its checksum disagree");
    bytes.resize(before + static_cast<std::size_t>(got));
    if (bytes.size() > size) refuse("it is longer than it says");
    if (got > 0) return false;
    if (bytes.size() < size) refuse("it is shorter than it says");
    member.from.reset();
    const auto kept = std::make_shared<Bytes>(std::move(bytes));
    member.size = kept->size();
    member.bytes = {kept, kept->data()};
    return true;
}

}  // namespace stridescope
