#include "app/session/file_task_worker.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "app/io/atomic_file.h"
#include "app/io/read_file.h"
#include "app/session/file_task_bytes.h"
#include "app/session/workers.h"

namespace stridescope {
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
