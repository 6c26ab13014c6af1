#include "app/session/file_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "app/export/export.h"
#include "app/io/atomic_file.h"
#include "app/io/errors.h"
#include "app/io/read_file.h"
#include "app/ladder/ladder.h"
#include "app/look/look_fields.h"
#include "app/session/workers.h"
#include "app/trace/trace_file.h"

namespace stridescope {
namespace {

FileWorker::Job job(const std::filesystem::path& path, TraceToSave what) {
    return [trace = std::move(what.trace), path] {
        write_trace(*trace, path);
        return fmt::format("Saved the trace as {}.", path.string());
    };
}

FileWorker::Job job(const std::filesystem::path& path, ViewToExport what) {
    return export_job(std::move(what.shown), path, what.animation);
}

FileWorker::Job job(const std::filesystem::path& path, LadderToExport what) {
    return [what = std::move(what), path] {
        write_file_atomically(path,
                              export_ladder(*what.ladder, what.options, ladder_format_of(path)));
        return fmt::format("Wrote {}.", path.string());
    };
}

}  // namespace

FileWorker::Job job_here(FileTask task) {
    return std::visit([&](auto& what) { return job(task.path, std::move(what)); }, task.what);
}

FileWorker::Job job_of(FileTask task) {
    return workers() != nullptr ? job_of_worker(std::move(task)) : job_here(std::move(task));
}

namespace {

class Out {
  public:
    explicit Out(std::vector<std::byte>& to) : to_{to} {}

    template <class... T>
    void operator()(const T&... values) {
        (put(values), ...);
    }

  private:
    void put(std::span<const std::byte> bytes) {
        put(std::uint64_t{bytes.size()});
        append(bytes.data(), bytes.size());
    }
    void put(const std::string& text) { put(std::as_bytes(std::span{text})); }
    template <class T>
    void put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        append(&value, sizeof value);
    }
    void append(const void* from, std::size_t size) {
        if (size == 0) return;
        const std::size_t at = to_.size();
        to_.resize(at + size);
        std::memcpy(to_.data() + at, from, size);
    }

    std::vector<std::byte>& to_;
};

class In {
  public:
    explicit In(std::span<const std::byte> from) : left_{from} {}

    template <class... T>
    void operator()(T&... values) {
        (take(values), ...);
    }
    std::span<const std::byte> bytes() {
        std::uint64_t size = 0;
        take(size);
        return next(size);
    }

  private:
    std::span<const std::byte> next(std::uint64_t size) {
        if (size > left_.size()) throw RunError("What was to be written has come in part only.");
        const auto taken = left_.first(static_cast<std::size_t>(size));
        left_ = left_.subspan(taken.size());
        return taken;
    }
    void take(std::string& text) {
        const auto taken = bytes();
        text.assign(reinterpret_cast<const char*>(taken.data()), taken.size());
    }
    template <class T>
    void take(T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::memcpy(static_cast<void*>(&value), next(sizeof value).data(), sizeof value);
    }

    std::span<const std::byte> left_;
};

/// All of its members but the look, or this would not compile.
template <class Way>
void go_through(Way& way, ExportRequest& request) {
    auto& [look, progress, passed, seen, page, dark, width, scale] = request;
    way(progress, passed, seen, page, dark, width, scale);
}

void put_request(Out& out, ExportRequest& request) {
    for (const LookField& field : look_fields()) out(field.text(request.look));
    go_through(out, request);
}

void take_request(In& in, ExportRequest& request) {
    for (const LookField& field : look_fields()) {
        std::string text;
        in(text);
        if (!text.empty()) field.read(request.look, text);
    }
    go_through(in, request);
}

enum class Kind : std::uint8_t { trace, view, ladder };

}  // namespace

FileTaskWriting::FileTaskWriting(FileTask task) : task_{std::move(task)} {
    Out out{bytes_};
    out(task_.path.string());
    if (const auto* save = std::get_if<TraceToSave>(&task_.what)) {
        out(Kind::trace);
        traces_ = {save->trace};
    } else if (auto* view = std::get_if<ViewToExport>(&task_.what)) {
        ShownView& shown = view->shown;
        out(Kind::view, view->animation, shown.chosen, shown.compared != nullptr);
        put_request(out, shown.request);
        traces_ = {shown.trace};
        if (shown.compared) traces_.push_back(shown.compared);
    } else {
        const auto& ladder = std::get<LadderToExport>(task_.what);
        out(Kind::ladder, ladder.options, ladder_json(*ladder.ladder));
    }
}

bool FileTaskWriting::go_on() {
    if (traces_.empty()) return false;
    Out out{bytes_};
    if (!members_.empty()) {
        const StoredMember& member = members_.front();
        out(member.name, std::span<const std::byte>{member.bytes.get(), member.size});
        members_.pop_front();
        if (members_.empty()) traces_.pop_front();
    } else if (!writing_) {
        writing_ = std::make_unique<TraceWriting>(*traces_.front(), Packing::stored);
    } else if (!writing_->go_on()) {
        std::size_t room = bytes_.size();
        for (StoredMember& member : writing_->members()) {
            room += member.size + member.name.size() + 2 * sizeof(std::uint64_t);
            members_.push_back(std::move(member));
        }
        writing_.reset();
        bytes_.reserve(room + sizeof(std::uint64_t));
        out(std::uint64_t{members_.size()});
    }
    return !traces_.empty();
}

FileTask decode_file_task(std::span<const std::byte> bytes) {
    In in{bytes};
    std::string path;
    Kind kind{};
    in(path, kind);
    const auto trace = [&in] {
        std::uint64_t count = 0;
        in(count);
        std::vector<StoredMember> members;
        while (members.size() < count) {
            StoredMember& member = members.emplace_back();
            in(member.name);
            const auto taken = in.bytes();
            member.size = taken.size();
            member.bytes = std::make_unique_for_overwrite<std::byte[]>(taken.size());
            std::ranges::copy(taken, member.bytes.get());
        }
        return decode_trace(encode_members(std::move(members)), "what is to be written");
    };
    FileTask task{.path = path, .what = {}};
    if (kind == Kind::trace) {
        task.what = TraceToSave{trace()};
    } else if (kind == Kind::view) {
        ViewToExport view;
        bool two = false;
        in(view.animation, view.shown.chosen, two);
        take_request(in, view.shown.request);
        view.shown.trace = trace();
        if (two) view.shown.compared = trace();
        task.what = std::move(view);
    } else {
        LadderToExport ladder;
        std::string json;
        in(ladder.options, json);
        ladder.ladder = std::make_shared<const Ladder>(parse_ladder(json));
        task.what = std::move(ladder);
    }
    return task;
}

std::vector<std::byte> encode_written(const WrittenFiles& written) {
    std::vector<std::byte> bytes;
    Out out{bytes};
    out(written.words, written.files.size());
    for (const auto& [name, file] : written.files) out(name, std::span<const std::byte>{file});
    return bytes;
}

WrittenFiles decode_written(std::span<const std::byte> bytes) {
    In in{bytes};
    WrittenFiles written;
    std::size_t count = 0;
    in(written.words, count);
    for (std::size_t k = 0; k < count; ++k) {
        std::string name;
        in(name);
        const auto file = in.bytes();
        written.files.emplace_back(std::move(name), std::vector(file.begin(), file.end()));
    }
    return written;
}

namespace {

namespace fs = std::filesystem;

class WrittenByWorker {
  public:
    explicit WrittenByWorker(FileTask task) : folder_{task.path.parent_path()} {
        task.path = task.path.filename();
        request_.emplace(std::move(task));
    }
    WrittenByWorker(const WrittenByWorker&) = delete;
    WrittenByWorker& operator=(const WrittenByWorker&) = delete;
    ~WrittenByWorker() {
        if (run_) workers()->drop(*run_);
    }

    FileWorker::Piece go_on() {
        if (request_) {
            if (!request_->go_on()) {
                run_ = workers()->begin(request_->bytes());
                request_.reset();
            }
            return 0.0;
        }
        const Workers::Bytes news = workers()->ask_for_bytes(*run_);
        if (!news.bytes) return FileWorker::Waiting{news.share};
        WrittenFiles written = decode_written(*news.bytes);
        PendingFiles files;
        for (const auto& [name, bytes] : written.files) files.add(folder_ / name, bytes);
        files.put_in_place();
        return std::move(written.words);
    }

  private:
    fs::path folder_;
    std::optional<FileTaskWriting> request_{};
    std::optional<int> run_{};
};

std::vector<std::byte> bytes_of(const fs::path& file) {
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    return read_file(file, {.what = "what was written", .most = most});
}

}  // namespace

FileWorker::Job job_of_worker(FileTask task) {
    return
        [writing = std::make_shared<WrittenByWorker>(std::move(task))] { return writing->go_on(); };
}

std::vector<std::byte> write_for_others(std::span<const std::byte> task,
                                        const std::function<void(double)>& progress) {
    WrittenFiles written;
    {
        const FileWorker::Job job = job_here(decode_file_task(task));
        FileWorker::Piece piece = job();
        while (const double* share = std::get_if<double>(&piece)) {
            progress(*share);
            piece = job();
        }
        written.words = std::get<std::string>(piece);
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(".")) {
        written.files.emplace_back(entry.path().filename().string(), bytes_of(entry.path()));
    }
    std::ranges::sort(written.files);
    return encode_written(written);
}

}  // namespace stridescope
