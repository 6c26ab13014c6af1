#include "app/trace/npz.h"

#include <fmt/format.h>
#include <zip.h>

#include <cstdint>
#include <memory>

#include "app/experiment/experiment.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
    void operator()(zip_source_t* source) const { zip_source_free(source); }
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
template <class T>
using Owned = std::unique_ptr<T, Discard>;

/// 1 January 1980, 00:00: the earliest a zip can say, so that no clock shows in the bytes.
constexpr std::uint16_t no_time = 0, no_date = 1 << 5 | 1;

[[noreturn]] void fail(std::string_view what, zip_error_t* error) {
    throw RunError(fmt::format("Cannot pack the trace: {}: {}.", what, zip_error_strerror(error)));
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

void NpzWriter::add_array(const std::string& name, std::string_view descr,
                          std::span<const std::size_t> shape, std::span<const std::byte> bytes) {
    const std::string head = npy_head(descr, shape);
    Member& member = members_.emplace_back(Member{name + ".npy", {}});
    member.bytes.reserve(head.size() + bytes.size());
    const auto head_bytes = std::as_bytes(std::span{head});
    member.bytes.insert(member.bytes.end(), head_bytes.begin(), head_bytes.end());
    member.bytes.insert(member.bytes.end(), bytes.begin(), bytes.end());
}

void NpzWriter::add_text(const std::string& name, std::string_view text) {
    const auto bytes = std::as_bytes(std::span{text});
    members_.push_back({name, {bytes.begin(), bytes.end()}});
}

Bytes NpzWriter::finish() {
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
    for (const Member& member : members_) {
        zip_source_t* data =
            zip_source_buffer(archive.get(), member.bytes.data(), member.bytes.size(), 0);
        const zip_int64_t index =
            data ? zip_file_add(archive.get(), member.name.c_str(), data, ZIP_FL_ENC_UTF_8) : -1;
        if (index < 0) {
            zip_source_free(data);
            fail(member.name, zip_get_error(archive.get()));
        }
        const auto i = static_cast<zip_uint64_t>(index);
        // The columns are so regular that the fastest level packs them nearly as well as the best.
        zip_set_file_compression(archive.get(), i, ZIP_CM_DEFLATE, 1);
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

std::map<std::string, Bytes> read_npz(std::span<const std::byte> file, const std::string& source) {
    // libzip would take it for a zip without members.
    if (file.empty()) throw UsageError(fmt::format("{} is not a trace: it is empty.", source));
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* data = zip_source_buffer_create(file.data(), file.size(), 0, &error);
    const Owned<zip_t> archive{data ? zip_open_from_source(data, ZIP_RDONLY, &error) : nullptr};
    if (!archive) {
        zip_source_free(data);
        throw UsageError(fmt::format("{} is not a trace: it is not a .npz file ({}).", source,
                                     zip_error_strerror(&error)));
    }
    std::map<std::string, Bytes> members;
    const std::uint64_t most_unpacked = memory_bytes();
    std::uint64_t total = 0;
    const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        const auto index = static_cast<zip_uint64_t>(i);
        zip_stat_t stat;
        const Owned<zip_file_t> member{zip_fopen_index(archive.get(), index, 0)};
        if (!member || zip_stat_index(archive.get(), index, 0, &stat) != 0) {
            throw UsageError(
                fmt::format("{} is damaged: {}.", source, zip_strerror(archive.get())));
        }
        // The size is the file's own claim: grow with what is really there.
        Bytes bytes;
        constexpr std::size_t most = std::size_t{1} << 20;
        const std::size_t chunk = stat.size < most ? static_cast<std::size_t>(stat.size) + 1 : most;
        for (;;) {
            if (total > most_unpacked) {
                throw UsageError(
                    fmt::format("{} unpacks to more than this machine's memory.", source));
            }
            const std::size_t size = bytes.size();
            bytes.resize(size + chunk);
            const zip_int64_t read = zip_fread(member.get(), bytes.data() + size, chunk);
            if (read < 0) {
                throw UsageError(fmt::format("{} is damaged in \"{}\": {}.", source, stat.name,
                                             zip_file_strerror(member.get())));
            }
            bytes.resize(size + static_cast<std::size_t>(read));
            total += static_cast<std::uint64_t>(read);
            if (read == 0) break;
        }
        members.emplace(stat.name, std::move(bytes));
    }
    return members;
}

}  // namespace stridescope
