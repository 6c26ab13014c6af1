// `stridescope-cli bench`: how fast recording is.
#include "app/cli/subcommands.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/bench.h"
#include "app/cli/output.h"
#include "app/cli/run_flags.h"

namespace stridescope::cli {
namespace {

class Bench : public Command {
  public:
    explicit Bench(CLI::App& root)
        : Command{root, "bench",
                  "Measure how fast recording is on this machine, or a CUDA text on "
                  "its GPU"},
          run_{app(), {RunField::Part::text}} {
        app().add_option("text", text_, "A CUDA text (.cu): how long its kernels take on the GPU");
        app().add_option("--kernel", kernel_, "Which of the text's kernels to run");
        app()
            .add_option("--n", sizes_, "Number of elements; may be repeated (default: 1048576)")
            ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 26));
        app().add_option("--blocks", blocks_,
                         "Time a text also while blocks of it are recorded: all, or first:K");
        add_format_flag(app(), format_);
    }

    int run() override {
        const auto format = parse_format(format_);
        if (!text_.empty()) {
            std::optional<int> blocks;
            if (!blocks_.empty())
                blocks = parse_blocks(blocks_).value_or(std::numeric_limits<int>::max());
            write_data("-", bench_text(run_.run_of(text_, kernel_).text, blocks, format));
            return fine;
        }
        if (!blocks_.empty()) throw UsageError("--blocks: name a CUDA text to be timed, too.");
        write_data("-", bench(sizes_, format, progress_bar("measuring")));
        return fine;
    }

  private:
    std::vector<std::int64_t> sizes_{1 << 20};
    std::string format_ = "text", text_, kernel_, blocks_;
    RunFlags run_;
};

}  // namespace

std::unique_ptr<Command> bench_command(CLI::App& root) {
    return std::make_unique<Bench>(root);
}

}  // namespace stridescope::cli
