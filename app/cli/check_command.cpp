// `stridescope-cli check`: verdicts on CUDA texts, one line each.
#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/difference.h"
#include "app/cli/command.h"
#include "app/cli/run_flags.h"
#include "app/engine/engine.h"
#include "app/engine/schedule_search.h"
#include "app/exercise/grade.h"
#include "app/exercise/handed_in.h"
#include "app/exercise/results.h"
#include "app/experiment/text_file.h"
#include "app/io/errors.h"
#include "app/io/memory_budget.h"
#include "app/io/printable.h"
#include "app/io/streams.h"
#include "app/io/text_archive.h"
#include "app/report/check_report.h"
#include "app/session/link.h"
#include "app/session/set_file.h"

namespace stridescope::cli {
namespace {

// Archives that a course's system hands out, read by the system's libarchive.

/// What is used of the library. It brings along readers of a dozen formats, and what those need:
/// too much to be loaded by every command.
struct ArchiveLibrary {
    decltype(&::archive_read_new) read_new = nullptr;
    decltype(&::archive_read_free) read_free = nullptr;
    decltype(&::archive_read_support_filter_all) filters = nullptr;
    decltype(&::archive_read_support_format_tar) tar = nullptr;
    decltype(&::archive_read_support_format_7zip) seven_zip = nullptr;
    decltype(&::archive_read_open_filename) open = nullptr;
    decltype(&::archive_read_next_header) next = nullptr;
    decltype(&::archive_read_data) data = nullptr;
    decltype(&::archive_entry_pathname_utf8) name = nullptr;
    decltype(&::archive_entry_pathname) raw_name = nullptr;
    decltype(&::archive_entry_filetype) type = nullptr;
};

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

/// Null: it is not installed.
const ArchiveLibrary* archive_library() {
    static const std::unique_ptr<const ArchiveLibrary> loaded =
        []() -> std::unique_ptr<const ArchiveLibrary> {
        void* const handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) return nullptr;
        auto made = std::make_unique<ArchiveLibrary>();
        const bool whole = find(handle, "archive_read_new", made->read_new) &&
                           find(handle, "archive_read_free", made->read_free) &&
                           find(handle, "archive_read_support_filter_all", made->filters) &&
                           find(handle, "archive_read_support_format_tar", made->tar) &&
                           find(handle, "archive_read_support_format_7zip", made->seven_zip) &&
                           find(handle, "archive_read_open_filename", made->open) &&
                           find(handle, "archive_read_next_header", made->next) &&
                           find(handle, "archive_read_data", made->data) &&
                           find(handle, "archive_entry_pathname_utf8", made->name) &&
                           find(handle, "archive_entry_pathname", made->raw_name) &&
                           find(handle, "archive_entry_filetype", made->type);
        return whole ? std::move(made) : nullptr;
    }();
    return loaded.get();
}

/// The files of a .tar, .tar.gz, .7z … The library is loaded when it is asked for. Throws
/// UsageError, a sentence, where it is not there, and for what is no whole archive.
std::vector<ArchivedFile> read_archive(const std::filesystem::path& path) {
    const std::string shown = shown_path(path);
    const ArchiveLibrary* const use = archive_library();
    if (use == nullptr) {
        throw UsageError(fmt::format(
            "{} is not opened, since libarchive is not installed here: unpack it first, or install "
            "libarchive13.",
            shown));
    }
    const auto refuse = [&] {
        throw UsageError(fmt::format("{} is not an archive, or not a whole one.", shown));
    };
    const std::unique_ptr<::archive, decltype(use->read_free)> archive{use->read_new(),
                                                                       use->read_free};
    if (archive == nullptr) throw UsageError(fmt::format("{} cannot be opened.", shown));
    use->filters(archive.get());
    use->tar(archive.get());
    use->seven_zip(archive.get());
    constexpr std::size_t block = 64 << 10;
    if (use->open(archive.get(), path.c_str(), block) != ARCHIVE_OK) refuse();
    std::vector<ArchivedFile> files;
    std::uint64_t bytes = 0;
    for (;;) {
        ::archive_entry* entry = nullptr;
        const int found = use->next(archive.get(), &entry);
        if (found == ARCHIVE_EOF) return files;
        if (found < ARCHIVE_WARN) refuse();
        const char* name = use->name(entry);
        if (name == nullptr) name = use->raw_name(entry);
        if (use->type(entry) == AE_IFDIR || name == nullptr) continue;
        if (files.size() == most_archived_files)
            throw UsageError(fmt::format("{} has more than {} files.", shown, most_archived_files));
        ArchivedFile file{.name = name};
        if (file.name.starts_with("./")) file.name.erase(0, 2);
        if (use->type(entry) != AE_IFREG)
            file.refused = fmt::format("{} is not a file.", printable(name));
        std::array<char, block> part{};
        while (file.refused.empty()) {
            const la_ssize_t got = use->data(archive.get(), part.data(), part.size());
            if (got < 0) refuse();
            if (got == 0) break;
            file.bytes.append(part.data(), static_cast<std::size_t>(got));
            bytes += static_cast<std::uint64_t>(got);
            if (file.bytes.size() > most_text_bytes) {
                file.refused = fmt::format("{} is too large for a text.", printable(name));
                file.bytes.clear();
            }
            if (bytes > most_archive_bytes)
                throw UsageError(fmt::format("{} has more in it than a class hands in.", shown));
        }
        files.push_back(std::move(file));
    }
}

/// The address that opens a submission in the page, at what was found first. `page`: where the page
/// is. Empty for what was not judged, or is too long for an address.
std::string submission_link(const Exercise& exercise, const Grade& grade, const std::string& page) {
    if (!grade.refused.empty()) return {};
    const ExerciseVerdict* first = grade.judgement.first();
    const bool in_case = first != nullptr && first->of_case >= 0;
    const std::size_t of_case =
        in_case ? static_cast<std::size_t>(first->of_case) : exercise.cases.size() - 1;
    Link link;
    link.run = LinkedRun{};
    TextSpec& spec = link.run->experiment.text;
    spec = standing_alone(spec_of_case(exercise, grade.submission, of_case));
    spec.path.clear();
    // A row's name is a path, or an archive's with the file's in it.
    std::string name = grade.name.substr(grade.name.rfind(':') + 1);
    name = std::filesystem::path{name}.filename().string();
    link.run->name = name.ends_with(".cu") ? name : name + ".cu";
    if (first != nullptr && first->step >= 0) {
        link.vantage.step = fmt::format("step {}", first->step + 1);
        if (first->block > 0) {
            link.vantage.look.take(look_field<&Look::block>(), {.block = first->block});
        }
    }
    const std::string address = fmt::format("{}#{}", page, fragment_of(link));
    return address.size() <= longest_link ? address : std::string{};
}

constexpr double usual_seconds = 20;

class Check : public Command {
  public:
    explicit Check(CLI::App& root)
        : Command{root, "check",
                  "Check CUDA texts: whether they run, their results, races, faults, conflicts"},
          run_{app(), {RunField::Part::text, RunField::Part::machine}} {
        app()
            .add_option("files", files_,
                        "CUDA texts (.cu); or an exercise or a set of them (.txtar), and "
                        "submissions behind "
                        "it: files, folders and archives")
            ->required();
        app().add_option("--kernel", kernel_, "Which of a text's kernels to run");
        app()
            .add_option("--format", format_, "How it is written; html: of a class")
            ->type_name("text|csv|json|html")
            ->capture_default_str();
        app()
            .add_option("--page", page_, "Where html's links lead: the address of stridescope.html")
            ->capture_default_str();
        app()
            .add_option("--seconds", seconds_, "How long each text may run")
            ->check(CLI::Range(0.01, 3600.0))
            ->default_str("20; of an exercise's submissions each case: 1");
        app()
            .add_option("--megabytes", megabytes_, "How much memory each text's arrays may take")
            ->check(CLI::Range(1, 1 << 20))
            ->default_str("half of what there is");
        app()
            .add_option("--blocks", blocks_, "Which blocks to record and judge: all, or first:K")
            ->capture_default_str();
        app().add_flag("--verbose", verbose_, "Also what each text prints");
        app().add_flag("--other-schedules", other_schedules_,
                       "Of each text with a fault, look for a schedule under which it comes to "
                       "something else");
    }

    int run() override {
        if (files_.size() > 1 && is_text_archive_path(files_.front())) return grade_set();
        if (const auto exercise = exercise_first()) return grade_class(*exercise);
        if (std::ranges::all_of(files_,
                                [](const std::string& file) { return file.ends_with(".json"); }))
            return tell_results();
        const auto format = parse_format(format_);
        const auto blocks = parse_blocks(blocks_);
        std::vector<TextVerdict> verdicts;
        for (const std::string& file : files_) {
            verdicts.push_back(judge(file, blocks));
            // A line as soon as it is known: a class has many.
            if (format == ReportFormat::text)
                write_text("-", verdicts_text({verdicts.back()}, format, verbose_));
        }
        if (format != ReportFormat::text) write_text("-", verdicts_text(verdicts, format));
        return std::ranges::all_of(verdicts, &TextVerdict::fine) ? fine : failed;
    }

  private:
    /// The exercise that the others are submissions of; nothing where these are texts. One alone is
    /// a text like any other.
    std::optional<Exercise> exercise_first() const {
        if (files_.size() < 2) return std::nullopt;
        std::string text;
        try {
            text = read_text_file(files_.front()).text;
        } catch (const UsageError&) {
            return std::nullopt;  // told as the texts are judged
        }
        if (!is_exercise(text)) return std::nullopt;
        return parse_exercise(std::move(text), files_.front());
    }

    /// Results that were saved in the window: whether verdicts and text belong together.
    int tell_results() const {
        bool intact = true;
        for (const std::string& file : files_) {
            const ExerciseResults results = read_results(read_text_file(file).text, file);
            write_text("-", results_line(results, file) + "\n");
            intact = intact && results.intact;
        }
        return intact ? fine : failed;
    }

    enum class Format { text, csv, json, html };
    Format class_format() const {
        return choice<Format>("--format", format_,
                              {{"text", Format::text},
                               {"csv", Format::csv},
                               {"json", Format::json},
                               {"html", Format::html}});
    }
    JudgeOptions judge_options() const {
        JudgeOptions options;
        if (seconds_) options.seconds = *seconds_;
        if (megabytes_) options.bytes = static_cast<std::uint64_t>(*megabytes_) << 20;
        return options;
    }

    /// Each submission as one of that exercise of the set whose name it has.
    int grade_set() const {
        const Format format = class_format();
        LessonSet set = read_set(files_.front());
        for (const std::string& problem : set.problems) say("stridescope-cli", problem);
        if (set.exercises.empty())
            throw UsageError(fmt::format("{} has no exercise in it.", files_.front()));
        std::vector<std::vector<HandedIn>> of_each(set.exercises.size());
        std::vector<Grade> others;
        for (HandedIn& one : handed_in({files_.begin() + 1, files_.end()}, read_archive)) {
            if (const auto number = exercise_for(set.exercises, one)) {
                of_each[*number].push_back(std::move(one));
            } else {
                others.push_back({.name = one.name,
                                  .refused = fmt::format("Its name is that of no exercise in {}.",
                                                         files_.front())});
            }
        }
        std::vector<GradedExercise> graded;
        for (std::size_t k = 0; k < set.exercises.size(); ++k) {
            const Exercise& exercise = set.exercises[k];
            const auto line = [&](const Grade& grade) {
                if (format == Format::text)
                    write_text("-", exercise.title + " · " + grade_line(exercise, grade));
            };
            std::vector<Grade> grades = grade_all(exercise, of_each[k], judge_options(), line);
            graded.push_back({exercise, std::move(grades)});
        }
        if (format == Format::text) {
            for (const Grade& grade : others)
                write_text("-", fmt::format("{}: {}\n", grade.name, grade.refused));
        }
        if (format == Format::csv) write_text("-", grades_csv(graded, others));
        if (format == Format::json) write_text("-", grades_json(graded, others));
        if (format == Format::html) {
            const auto link = [&](const Exercise& exercise, const Grade& of) {
                return submission_link(exercise, of, page_);
            };
            write_text("-", grades_html(graded, others, link));
        }
        const bool passed = std::ranges::all_of(graded, [](const GradedExercise& one) {
            return std::ranges::all_of(one.grades, &Grade::passed);
        });
        return passed && others.empty() ? fine : failed;
    }

    int grade_class(const Exercise& exercise) const {
        const Format format = class_format();
        const JudgeOptions options = judge_options();
        const auto line = [&](const Grade& grade) {
            if (format == Format::text) write_text("-", grade_line(exercise, grade));
        };
        const std::vector<Grade> grades = grade_all(
            exercise, handed_in({files_.begin() + 1, files_.end()}, read_archive), options, line);
        if (format == Format::csv) write_text("-", grades_csv(exercise, grades));
        if (format == Format::json) write_text("-", grades_json(exercise, grades));
        if (format == Format::html) {
            const auto link = [&](const Grade& of) { return submission_link(exercise, of, page_); };
            write_text("-", grades_html(exercise, grades, link));
        }
        return std::ranges::all_of(grades, &Grade::passed) ? fine : failed;
    }

    RunOptions options_within(double seconds) const {
        return {.progress = {},
                .most_seconds = seconds,
                .most_bytes =
                    megabytes_ ? static_cast<std::uint64_t>(*megabytes_) << 20 : memory_budget()};
    }

    TextVerdict judge(const std::string& file, std::optional<int> blocks) {
        Experiment experiment;
        experiment.first_blocks = blocks;
        run_.set(RunField::Part::machine, experiment);
        try {
            experiment = run_.run_of(file, kernel_, experiment);
            begin_ = std::chrono::steady_clock::now();
            const auto trace = record(experiment, options_within(seconds_.value_or(usual_seconds)));
            TextVerdict verdict = verdict_of(file, *trace);
            const bool waits = std::ranges::any_of(
                trace->grid_events(),
                [](const GridEvent& event) { return event.kind == GridEvent::Kind::wait; });
            if (verdict.fine() && waits) look_with_some_held_up(experiment, verdict);
            if (verdict.fine() && verdict.multiprocessors == Experiment{}.sms &&
                experiment.sms == Experiment{}.sms)
                look_with_more_multiprocessors(experiment, verdict);
            if (other_schedules_ && !verdict.first_cause.empty())
                verdict.elsewhere = elsewhere(experiment, *trace);
            return verdict;
        } catch (const UsageError& error) {
            // What could not be compiled names the file and the line itself.
            const std::string why = error.what();
            const bool named = why.find(file) != std::string::npos;
            return {.file = file, .refused = named ? why : file + ": " + why};
        } catch (const RunError& error) {
            return {.file = file, .refused = file + ": " + error.what()};
        }
    }

    /// Where blocks wait for each other, what they read of each other depends on who is ahead: so a
    /// few more runs in which some are held up, and the first one's verdict that is not fine.
    void look_with_some_held_up(Experiment experiment, TextVerdict& verdict) const {
        const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begin_;
        const double all = seconds_.value_or(usual_seconds);
        // As long as the first run, at most; a second, where that was quick.
        double left = std::min(all - gone.count(), std::max(1.0, gone.count()));
        for (const std::uint64_t seed : {1, 2, 4}) {
            if (left <= 0) return;
            experiment.schedule = {.kind = Schedule::Kind::random, .seed = seed};
            const auto begin = std::chrono::steady_clock::now();
            try {
                const auto run = record(experiment, options_within(left));
                TextVerdict other = verdict_of(verdict.file, *run);
                // Cut short it has come to nothing yet.
                if (other.stopped == verdict.stopped && !other.fine()) {
                    other.under = "--schedule " + text_of(experiment.schedule);
                    verdict = std::move(other);
                    return;
                }
            } catch (const RunError&) {
                return;
            }
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
            left -= taken.count();
        }
    }

    /// A main that launches a block for each multiprocessor may have room for few of them alone: so
    /// one more run with as many as a large GPU has, and its verdict, if that is not fine.
    void look_with_more_multiprocessors(const Experiment& experiment, TextVerdict& verdict) const {
        const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begin_;
        const double all = seconds_.value_or(usual_seconds);
        const double left = std::min(all - gone.count(), std::max(1.0, gone.count()));
        if (left <= 0) return;
        RunOptions options = options_within(left);
        options.multiprocessors = multiprocessors_of_h100;
        try {
            TextVerdict other = verdict_of(verdict.file, *record(experiment, options));
            if (other.stopped == verdict.stopped && !other.fine()) verdict = std::move(other);
        } catch (const std::runtime_error&) {
            return;  // so many take too much
        }
    }

    /// "with --schedule descending out[0] is 12, not 17".
    std::string elsewhere(const Experiment& experiment, const Trace& trace) const {
        const std::chrono::milliseconds patience{
            static_cast<std::int64_t>(1000 * seconds_.value_or(usual_seconds))};
        const ScheduleSearch search = search_schedules(experiment, trace, patience);
        if (!search.found) return fmt::format("{} other schedules come to the same", search.tried);
        std::string text = fmt::format("with {} {}", search.found->flags, search.found->words);
        if (search.found->run == nullptr) return text;
        if (const auto parting = first_parting(trace, *search.found->run))
            text +=
                fmt::format("; the runs part in step {}: {}", parting->step + 1, parting->words);
        return text;
    }

    RunFlags run_;
    std::vector<std::string> files_;
    std::string kernel_, format_ = "text", blocks_ = "first:64", page_ = "stridescope.html";
    std::optional<double> seconds_{};
    bool verbose_ = false, other_schedules_ = false;
    std::optional<int> megabytes_{};
    std::chrono::steady_clock::time_point begin_{};  ///< of the text that is judged
};

}  // namespace

std::unique_ptr<Command> check_command(CLI::App& root) {
    return std::make_unique<Check>(root);
}

}  // namespace stridescope::cli
