// `stridescope-cli verify`: the machine and the GPU compared.
#include "app/cli/command.h"

#include <memory>
#include <string>

#include "app/cli/run_flags.h"
#include "app/engine/text_on_gpu.h"

namespace stridescope::cli {
namespace {

class Verify : public Command {
  public:
    explicit Verify(CLI::App& root)
        : Command{root, "verify", "Run on the machine and on the GPU, and compare"}, flags_{app()} {
        flags_.add_text(app());
    }

    int run() override {
        const GpuVerdict verdict =
            verify_on_gpu(flags_.experiment(), {.progress = progress_bar("verifying")});
        write_text("-", verdict.text + "\n");
        return verdict.same ? fine : failed;
    }

  private:
    ExperimentFlags flags_;
};

}  // namespace

std::unique_ptr<Command> verify_command(CLI::App& root) {
    return std::make_unique<Verify>(root);
}

}  // namespace stridescope::cli
