#include "app/trace/npz.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <thread>
#include <utility>

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

NpzWriter::NpzWriter(Packing packing) : packing_{packing} {}
NpzWriter::~NpzWriter() = default;

void NpzWriter::add_array(const std::string& name, std::string_view descr,
                          std::span<const std::size_t> shape, std::span<const std::byte> bytes) {
    add_array(name, descr, shape, bytes.size(),
              [copy = Bytes(bytes.begin(), bytes.end())](std::span<std::byte> room) {
                  std::ranges::copy(copy, room.begin());
              });
}

void NpzWriter::add_array(const std::string& name, std::string_view descr,
                          std::span<const std::size_t> shape, std::size_t bytes,
                          std::function<void(std::span<std::byte>)> fill) {
    add(name + ".npy", npy_head(descr, shape), bytes, std::move(fill));
}

void NpzWriter::add_text(const std::string& name, std::string_view text) {
    add(name, std::string{text}, 0, [](std::span<std::byte>) {});
}

void NpzWriter::add(std::string name, std::string head, std::size_t bytes,
                    std::function<void(std::span<std::byte>)> fill) {
    // Never so many at once that their bytes pile up.
    const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
    if (members_.size() >= most) members_[members_.size() - most].wait();
    // A thread costs more than packing a little. Where the system has no more threads to give, this
    // one packs, too, and the bytes are the same.
    constexpr std::size_t worth_a_thread = std::size_t{1} << 16;
    const On on =
        head.size() + bytes < worth_a_thread || most == 1 ? On::this_thread : On::own_thread;
    auto pack = [name = std::move(name), head = std::move(head), bytes, fill = std::move(fill),
                 packing = packing_] {
        const std::size_t size = head.size() + bytes;
        auto member = std::make_unique_for_overwrite<std::byte[]>(size);
        std::ranges::copy(std::as_bytes(std::span{head}), member.get());
        fill({member.get() + head.size(), bytes});
        return pack_member(name, std::move(member), size, packing);
    };
    members_.emplace_back(on, std::move(pack));
}

void NpzWriter::wait() {
    for (auto& member : members_) member.wait();
}

Bytes NpzWriter::finish() {
    return file_of(take_members());
}

std::vector<PackedMember> NpzWriter::take_members() {
    std::vector<PackedMember> members;
    members.reserve(members_.size());
    for (auto& member : members_) members.push_back(member.get());
    members_.clear();
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

struct NpzReader::Archive {
    struct Member {
        zip_uint64_t index;
        std::uint64_t size;  ///< unpacked, as the file says
    };
    struct Unpacked {
        Owned<zip_file_t> from;
        Bytes bytes;
        bool whole = false;
    };
    Owned<zip_t> zip;
    std::map<std::string, Member> members;
    std::map<std::string, Unpacked> unpacked;  ///< what was fetched and not read yet
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

Bytes NpzReader::read(const std::string& name, std::uint64_t most) {
    while (!fetch(name, most)) {
    }
    const auto whole = archive_->unpacked.find(name);
    Bytes bytes = std::move(whole->second.bytes);
    archive_->unpacked.erase(whole);
    return bytes;
}

bool NpzReader::fetch(const std::string& name, std::uint64_t most) {
    const auto refuse = [&](std::string_view why) { refuse_member(source_, name, why); };
    const auto found = archive_->members.find(name);
    if (found == archive_->members.end()) refuse_member(source_, name, "it is missing");
    const auto [index, size] = found->second;
    if (size > most) {
        refuse(fmt::format("it is larger than {} bytes, which is all it can have", most));
    }
    const auto [place, begins] = archive_->unpacked.try_emplace(name);
    Archive::Unpacked& unpacked = place->second;
    if (unpacked.whole) return true;
    if (begins) unpacked.from = open_member(archive_->zip.get(), source_, name, index);
    // One byte more: it is only after the end that the checksum is compared. The size is the file's
    // own claim, so memory grows with what is really there.
    constexpr std::uint64_t chunk = std::uint64_t{1} << 22;
    Bytes& bytes = unpacked.bytes;
    const std::size_t before = bytes.size();
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size + 1, before + chunk)));
    const zip_int64_t got =
        zip_fread(unpacked.from.get(), bytes.data() + before, bytes.size() - before);
    if (got < 0) refuse("its bytes and its checksum disagree");
    bytes.resize(before + static_cast<std::size_t>(got));
    if (bytes.size() > size) refuse("it is longer than it says");
    if (got > 0) return false;
    if (bytes.size() < size) refuse("it is shorter than it says");
    unpacked.from.reset();
    unpacked.whole = true;
    return true;
}

}  // namespace stridescope
