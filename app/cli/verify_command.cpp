// `stridescope-cli verify`: the emulator and the GPU compared.
#include "app/cli/commands.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/analysis/divergence.h"
#include "app/cli/experiment_flags.h"
#include "app/cli/output.h"
#include "app/engine/engine.h"
#include "app/engine/text_on_gpu.h"

namespace stridescope::cli {
namespace {

class Verify : public Command {
  public:
    explicit Verify(CLI::App& root)
        : Command{root, "verify", "Run on the CPU and on the GPU, and compare the traces"},
          flags_{app()} {
        flags_.add_text(app());
    }

    int run() override {
        Experiment experiment = flags_.experiment();
        if (experiment.text) {
            const GpuVerdict verdict =
                verify_on_gpu(experiment, {.progress = progress_bar("verifying")});
            write_text("-", verdict.text + "\n");
            return verdict.same ? fine : failed;
        }
        if (experiment.engine == EngineChoice::automatic) experiment.engine = EngineChoice::cuda;
        const auto got = record(experiment);
        const auto expected = record(emulated_as_on_gpu(experiment));
        const TraceComparison compared = compare_traces(*expected, *got);
        if (compared.divergence) {
            write_text("-", fmt::format("first divergence: {}\n", compared.divergence->text));
            return failed;
        }
        std::string text = fmt::format("identical: {} and {} ({})\n", expected->device(),
                                       got->device(), sentence(compared.amounts));
        if (!compared.left_out.empty()) {
            text += fmt::format("not compared: {}\n", compared.left_out);
        }
        write_text("-", text);
        return fine;
    }

  private:
    ExperimentFlags flags_;
};

}  // namespace

std::unique_ptr<Command> verify_command(CLI::App& root) {
    return std::make_unique<Verify>(root);
}

}  // namespace stridescope::cli
