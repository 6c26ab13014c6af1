#include "app/exercise/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "app/experiment/text_file.h"
#include "app/io/all_cores.h"
#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) {
    return path.filename().string().starts_with('.');
}

/// The files below a folder, in the order of their names; links are not followed.
std::vector<fs::path> files_below(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at{folder, error}, end; !error && at != end;
         at.increment(error)) {
        std::error_code kind_error;
        if (is_hidden(at->path())) {
            if (at->is_directory(kind_error)) at.disable_recursion_pending();
        } else if (!at->is_directory(kind_error)) {
            files.push_back(at->path());
        }
    }
    std::ranges::sort(files);
    return files;
}

/// The names in `#include "…"`, as they stand there.
std::vector<std::string> included_in(const std::string& text) {
    std::vector<std::string> names;
    for (std::size_t at = text.find("#include"); at != std::string::npos;
         at = text.find("#include", at + 1)) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::size_t begin = text.find('"', at);
        if (begin >= end) continue;
        const std::size_t close = text.find('"', begin + 1);
        if (close < end) names.push_back(text.substr(begin + 1, close - begin - 1));
    }
    return names;
}

std::set<fs::path> included_by_others(const std::vector<fs::path>& files) {
    std::set<fs::path> included;
    for (const fs::path& file : files) {
        try {
            for (const std::string& name : included_in(read_text_file(file).text))
                included.insert((file.parent_path() / name).lexically_normal());
        } catch (const UsageError&) {
            // Its own row says so.
        }
    }
    return included;
}

void add_folder(std::vector<HandedIn>& all, const fs::path& folder) {
    const std::vector<fs::path> files = files_below(folder);
    const std::set<fs::path> included = included_by_others(files);
    const std::size_t before = all.size();
    for (const fs::path& file : files) {
        if (!included.contains(file.lexically_normal()))
            all.push_back({.name = shown_path(file), .path = file});
    }
    if (all.size() == before)
        all.push_back({.name = shown_path(folder), .path = folder, .refused = "No file is in it."});
}

bool is_blank_text(const std::string& text) {
    return text.find_first_not_of(" \t\r\n\v\f") == std::string::npos;
}

}  // namespace

std::vector<HandedIn> handed_in(const std::vector<std::string>& paths) {
    std::vector<HandedIn> all;
    for (const std::string& path : paths) {
        std::error_code error;
        if (fs::is_directory(path, error)) {
            add_folder(all, path);
        } else {
            all.push_back({.name = shown_path(path), .path = path});
        }
    }
    return all;
}

std::string Grade::first(const Exercise& exercise) const {
    if (!refused.empty()) return refused;
    const Verdict* first = judgement.first();
    if (first == nullptr) return {};
    if (first->kind == VerdictKind::limit && first->state == Verdict::State::failed)
        return fmt::format("{}: {}", first->name, first->sentence);
    if (first->of_case < 0 || exercise.cases.size() < 2) return first->sentence;
    return fmt::format("{}: {}", exercise.cases[static_cast<std::size_t>(first->of_case)].name,
                       first->sentence);
}

Grade grade(const Exercise& exercise, const HandedIn& submission, const JudgeOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    Grade made{.name = submission.name, .refused = submission.refused};
    try {
        if (made.refused.empty()) {
            std::string text = read_text_file(submission.path).text;
            if (is_blank_text(text)) throw UsageError("The file is empty.");
            const Submission handed =
                submission_of(exercise, std::move(text), submission.path.string());
            made.text = handed.spec.text;
            made.judgement = judge(exercise, handed, options);
        }
    } catch (const UsageError& error) {
        made.refused = error.what();
    } catch (const RunError& error) {
        made.refused = error.what();
    } catch (const std::bad_alloc&) {
        made.refused = "Not judged: there was not enough memory.";
    }
    made.seconds = std::chrono::duration<double>{std::chrono::steady_clock::now() - begin}.count();
    return made;
}

std::vector<Grade> grade_all(const Exercise& exercise, const std::vector<HandedIn>& submissions,
                             const JudgeOptions& options,
                             const std::function<void(const Grade&)>& done) {
    std::vector<Grade> grades(submissions.size());
    std::vector<bool> ready(submissions.size());
    std::size_t told = 0;
    std::mutex mutex;
    on_all_cores(submissions.size(), [&](std::size_t k) {
        grades[k] = grade(exercise, submissions[k], options);
        const std::scoped_lock lock{mutex};
        ready[k] = true;
        while (told < ready.size() && ready[told]) done(grades[told++]);
    });
    return grades;
}

}  // namespace stridescope
