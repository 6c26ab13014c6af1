// `stridescope-cli lint`: plays lessons to their end, and names what does not hold, a line each.
#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/exercise/exercise_check.h"
#include "app/experiment/text_file.h"
#include "app/io/printable.h"
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
        app().add_option("files", files_, "Lessons (.md) and exercises (.cu)")->required();
    }

    int run() override {
        bool clean = true;
        for (const std::string& file : files_) clean = lint(file) && clean;
        return clean ? fine : failed;
    }

  private:
    /// Whether nothing is wrong with it. A file that cannot be read at all is a wrong request.
    static bool lint(const std::string& file) {
        return is_text_path(file) ? lint_exercise(file) : lint_lesson(file);
    }

    static bool lint_exercise(const std::string& file) {
        std::string text = read_text_file(file).text;
        std::vector<std::string> faults;
        std::size_t wrong = 0;
        try {
            faults = exercise_faults(parse_exercise(std::move(text), file));
            wrong = wrong_ones_of(file).size();
        } catch (const UsageError& error) {
            faults.emplace_back(error.what());
        }
        for (const std::string& fault : faults) write_text("-", fault + "\n");
        if (faults.empty()) {
            write_text("-", fmt::format("{}: solution and {} wrong one{}, nothing wrong\n",
                                        shown_path(file), wrong, wrong == 1 ? "" : "s"));
        }
        return faults.empty();
    }

    static bool lint_lesson(const std::string& file) {
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
        for (const std::string& fault : faults) write_text("-", fault + "\n");
        if (faults.empty()) {
            write_text("-", fmt::format("{}: {} page{}, nothing wrong\n", shown_path(file), pages,
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
