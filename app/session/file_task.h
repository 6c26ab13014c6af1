// What takes long to write, as a value: so that it can be written here, or elsewhere.
#pragma once

#include <filesystem>
#include <memory>
#include <variant>

#include "app/export/frame_range.h"
#include "app/ladder/ladder.h"
#include "app/scene/ladder/ladder_scene.h"
#include "app/session/export_command.h"
#include "app/session/file_worker.h"
#include "app/trace/trace.h"

namespace stridescope {

struct TraceToSave {
    std::shared_ptr<const Trace> trace;
};
struct ViewToExport {
    ShownView shown;
    AnimationChoice animation{};
};
struct LadderToExport {
    std::shared_ptr<const Ladder> ladder;
    LadderOptions options{};
};

struct FileTask {
    std::filesystem::path path;
    std::variant<TraceToSave, ViewToExport, LadderToExport> what;
};

/// Writes it: elsewhere, where that is (workers.h), else here. Says at its end what was written;
/// throws UsageError or RunError in words for people.
FileWorker::Job job_of(FileTask task);
/// Writes it here.
FileWorker::Job job_here(FileTask task);

}  // namespace stridescope
