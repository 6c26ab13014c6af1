#include "app/session/file_task_bytes.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "app/io/errors.h"
#include "app/ladder/ladder_file.h"
#include "app/look/look_fields.h"

namespace stridescope {
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

}  // namespace stridescope
