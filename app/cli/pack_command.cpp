// `stridescope-cli pack`: lessons and exercises with all their texts as one file, a set.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/io/streams.h"
#include "app/io/text_archive.h"
#include "app/session/set_file.h"

namespace stridescope::cli {
namespace {

class Pack : public Command {
  public:
    explicit Pack(CLI::App& root)
        : Command{root, "pack",
                  "Make one file of lessons and exercises: a set, which window and page open"} {
        app().add_option("files", files_, "Folders, and texts (.md, .cu …)")->required();
        app()
            .add_option("-o,--output", output_, "Where to write the set, - for standard output")
            ->type_name(".txtar")
            ->required();
    }

    int run() override {
        const TextArchive archive = packed(files_);
        const LessonSet set = set_of(archive, output_);
        for (const std::string& problem : set.problems) say("stridescope-cli", problem);
        if (!set.problems.empty()) return failed;
        write_text(output_, text_of(archive));
        return fine;
    }

  private:
    std::vector<std::string> files_;
    std::string output_;
};

}  // namespace

std::unique_ptr<Command> pack_command(CLI::App& root) {
    return std::make_unique<Pack>(root);
}

}  // namespace stridescope::cli
