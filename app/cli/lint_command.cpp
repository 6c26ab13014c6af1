// `stridescope-cli lint`: plays lessons to their end, and names what does not hold, a line each.
#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/exercise/exercise_check.h"
#include "app/experiment/text_file.h"
#include "app/io/printable.h"
#include "app/io/text_archive.h"
#include "app/lesson/lesson_check.h"

namespace stridescope::cli {
namespace {

class Lint : public Command {
  public:
    explicit Lint(CLI::App& root)
        : Command{
              root, "lint",
              "Play lessons: check that runs, steps and answers exist and that numbers are "
              "correct; and exercises: that what lies beside them passes and fails as it is to"} {
        app()
            .add_option("files", files_, "Lessons (.md), exercises (.cu) and sets of them (.txtar)")
            ->required();
    }

    int run() override {
        bool clean = true;
        for (const std::string& file : files_) clean = lint(file) && clean;
        return clean ? fine : failed;
    }

  private:
    /// Whether nothing is wrong with it. A file that cannot be read at all is a wrong request.
    static bool lint(const std::string& file) {
        if (is_text_archive_path(file)) return lint_set(file);
        return is_text_path(file) ? lint_exercise(file, file) : lint_lesson(file, file);
    }

    static bool lint_set(const std::string& file) {
        const TextArchive archive = read_text_archive(file);
        const std::filesystem::path folder = unpack(archive);
        bool clean = true, any = false;
        for (const auto& [name, text] : archive.files) {
            const std::filesystem::path path = folder / name;
            const std::string shown = fmt::format("{}:{}", file, name);
            const bool exercise =
                path.extension() == ".cu" && !is_beside_exercise(path) && is_exercise(text);
            if (exercise) clean = lint_exercise(path.string(), shown) && clean;
            if (path.extension() == ".md") clean = lint_lesson(path.string(), shown) && clean;
            any = any || exercise || path.extension() == ".md";
        }
        if (!any) write_text("-", file + " holds neither a lesson nor an exercise.\n");
        return clean && any;
    }

    /// `shown`: what it is called, where it lies in a set.
    static void tell(std::string fault, const std::string& file, const std::string& shown) {
        const std::string folder = std::filesystem::path{file}.parent_path().string() + '/';
        const std::string place =
            shown.substr(0, shown.rfind(std::filesystem::path{file}.filename().string()));
        for (std::size_t at = 0;
             file != shown && (at = fault.find(folder, at)) != std::string::npos;) {
            fault.replace(at, folder.size(), place);
        }
        write_text("-", fault + "\n");
    }

    static bool lint_exercise(const std::string& file, const std::string& shown) {
        std::string text = read_text_file(file).text;
        std::vector<std::string> faults;
        std::size_t wrong = 0;
        try {
            faults = exercise_faults(parse_exercise(std::move(text), file));
            wrong = wrong_ones_of(file).size();
        } catch (const UsageError& error) {
            faults.emplace_back(error.what());
        }
        for (const std::string& fault : faults) tell(fault, file, shown);
        if (faults.empty()) {
            write_text("-", fmt::format("{}: solution and {} wrong one{}, nothing wrong\n",
                                        shown_path(shown), wrong, wrong == 1 ? "" : "s"));
        }
        return faults.empty();
    }

    static bool lint_lesson(const std::string& file, const std::string& shown) {
        const std::string text = lesson_text(file);
        std::vector<std::string> faults;
        std::size_t pages = 0;
        try {
            const Lesson lesson = parse_lesson(text, file);
            pages = lesson.pages.size();
            faults = lesson_faults(lesson);
        } catch (const UsageError& error) {
            faults.emplace_back(error.what());
        }
        for (const std::string& fault : faults) tell(fault, file, shown);
        if (faults.empty()) {
            write_text("-", fmt::format("{}: {} page{}, nothing wrong\n", shown_path(shown), pages,
                                        pages == 1 ? "" : "s"));
        }
        return faults.empty();
    }

    std::vector<std::string> files_;
};

}  // namespace

std::unique_ptr<Command> lint_command(CLI::App& root) {
    return std::make_unique<Lint>(root);
}

}  // namespace stridescope::cli
