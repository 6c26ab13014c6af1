#include "app/session/file_task.h"

#include <fmt/format.h>

#include <utility>

#include "app/export/ladder_export.h"
#include "app/io/atomic_file.h"
#include "app/session/file_task_worker.h"
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

}  // namespace stridescope
