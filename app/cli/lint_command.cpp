// `stridescope-cli lint`: plays lessons to their end, and names what does not hold, a line each.
#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/io/printable.h"
#include "app/lesson/lesson_check.h"

namespace stridescope::cli {
namespace {

class Lint : public Command {
  public:
    explicit Lint(CLI::App& root)
        : Command{root, "lint",
                  "Play lessons: check that runs, steps and answers exist and that numbers are "
                  "correct"} {
        app().add_option("files", files_, "Lessons (.md)")->required();
    }

    int run() override {
        bool clean = true;
        for (const std::string& file : files_) clean = lint(file) && clean;
        return clean ? fine : failed;
    }

  private:
    /// Whether nothing is wrong with it. A file that cannot be read at all is a wrong request.
    static bool lint(const std::string& file) {
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
