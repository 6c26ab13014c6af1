#include "app/session/set_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/exercise/exercise_check.h"
#include "app/exercise/handed_in.h"
#include "app/experiment/text_file.h"
#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

namespace fs = std::filesystem;

/// What lies below, by names, but for what is hidden.
std::vector<fs::path> files_below(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at{folder, error}, end; !error && at != end;
         at.increment(error)) {
        const bool hidden = at->path().filename().string().starts_with('.');
        std::error_code kind;
        if (at->is_directory(kind)) {
            if (hidden) at.disable_recursion_pending();
        } else if (!hidden && at->is_regular_file(kind)) {
            files.push_back(at->path());
        }
    }
    std::ranges::sort(files);
    return files;
}

/// Texts of one folder, each once, with what they include from it.
class Texts {
  public:
    explicit Texts(fs::path folder) : folder_{std::move(folder)} {}

    /// The file, which lies in the folder.
    void add(const fs::path& path) {
        const std::string name = path.lexically_relative(folder_).generic_string();
        if (std::ranges::find(all_, name, &Setting::first) != all_.end()) return;
        const std::string text = read_text_file(path).text;
        all_.emplace_back(name, text);
        if (!is_text_path(path)) return;
        for (const std::string& included : included_in(text)) {
            const fs::path other = (path.parent_path() / included).lexically_normal();
            std::error_code error;
            if (is_inside(other) && fs::is_regular_file(other, error)) add(other);
        }
    }
    bool is_inside(const fs::path& path) const {
        const fs::path name = path.lexically_relative(folder_);
        return !name.empty() && *name.begin() != "..";
    }
    std::vector<Setting> take() { return std::move(all_); }

  private:
    fs::path folder_;
    std::vector<Setting> all_;
};

}  // namespace

LessonSet set_of(const TextArchive& archive, const std::string& shown) {
    LessonSet set{.folder = unpack(archive)};
    std::vector<std::string>& problems = set.problems;
    for (const auto& [name, text] : archive.files) {
        const fs::path path = set.folder / name;
        if (path.extension() != ".md") continue;
        try {
            set.lessons.push_back(read_lesson(path));
        } catch (const UsageError& error) {
            problems.emplace_back(error.what());
        }
    }
    std::ranges::sort(set.lessons, {}, &Lesson::path);
    set.exercises = exercises_in(set.folder, problems);
    // They lie in the cache only since they were unpacked.
    const std::string place = set.folder.string() + '/';
    for (std::string& problem : problems) {
        for (std::size_t at = 0; (at = problem.find(place, at)) != std::string::npos;)
            problem.replace(at, place.size(), shown + ":");
    }
    if (set.lessons.empty() && set.exercises.empty()) {
        throw UsageError(problems.empty()
                             ? fmt::format("{} holds neither a lesson nor an exercise.", shown)
                             : problems.front());
    }
    return set;
}

LessonSet read_set(const fs::path& path) {
    return set_of(read_text_archive(path), shown_path(path));
}

TextArchive packed(const std::vector<std::string>& paths) {
    TextArchive archive;
    const auto add = [&archive](const fs::path& path, const std::string& name) {
        if (std::ranges::find(archive.files, name, [](const auto& f) { return f.first; }) !=
            archive.files.end()) {
            throw UsageError(
                fmt::format("Two files would be called {} in the set.", excerpt(name)));
        }
        std::string text;
        try {
            text = read_text_file(path).text;
        } catch (const UsageError&) {
            std::error_code error;
            if (!fs::exists(path, error)) throw;
            throw UsageError(
                fmt::format("{} cannot go into a set: only texts do.", shown_path(path)));
        }
        archive.files.emplace_back(name, std::move(text));
    };
    for (const std::string& path : paths) {
        std::error_code error;
        if (!fs::is_directory(path, error)) {
            add(path, fs::path{path}.filename().string());
            continue;
        }
        for (const fs::path& file : files_below(path))
            add(file, file.lexically_relative(path).generic_string());
    }
    return archive;
}

std::vector<Setting> texts_of(const Lesson& lesson) {
    const fs::path folder = lesson.path.parent_path();
    Texts texts{folder};
    texts.add(lesson.path);
    const auto refuse = [&](const std::string& what) {
        throw UsageError(
            fmt::format("A link cannot hold this lesson: {} is not a text.", shown_path(what)));
    };
    const auto add_run = [&](const Experiment& experiment) {
        constexpr std::string_view file_word = "file:";
        const TextSpec& spec = experiment.text;
        if (!spec.path.empty() && texts.is_inside(spec.path)) texts.add(spec.path);
        for (const auto& [array, fill] : spec.arguments) {
            if (!fill.starts_with(file_word)) continue;
            const fs::path path{fill.substr(file_word.size())};
            if (path.extension() == ".npy") refuse(path.filename().string());
            if (texts.is_inside(path)) texts.add(path);
        }
    };
    for (const LessonPage& page : lesson.pages) {
        const Bookmark& mark = page.bookmark;
        for (const fs::path& trace : {mark.trace, mark.other_trace}) {
            if (!trace.empty()) refuse(trace.filename().string());
        }
        for (const TextBlock& block : page.text) {
            if (!block.image.empty()) refuse(block.image);
        }
        add_run(mark.experiment);
        if (mark.other) add_run(*mark.other);
        for (const LessonMeasured& measured : page.measured) {
            std::error_code error;
            if (fs::is_regular_file(folder / measured.file, error))
                texts.add(folder / measured.file);
        }
    }
    return texts.take();
}

std::vector<Setting> texts_of(const Exercise& exercise) {
    const fs::path path{exercise.path};
    Texts texts{path.parent_path()};
    texts.add(path);
    std::error_code error;
    if (const fs::path solution = solution_of(path); fs::exists(solution, error))
        texts.add(solution);
    return texts.take();
}

}  // namespace stridescope
