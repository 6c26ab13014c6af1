// `stridescope-cli record`: a run as a trace file.
#include "app/cli/command.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/analysis/warp_clock.h"
#include "app/cli/run_flags.h"
#include "app/engine/engine.h"
#include "app/io/streams.h"
#include "app/trace/trace_file.h"

namespace stridescope::cli {
namespace {

class Record : public Command {
  public:
    explicit Record(CLI::App& root)
        : Command{root, "record", "Run a kernel or a CUDA text and record its trace"},
          flags_{app()} {
        flags_.add_text(app());
        app()
            .add_option("-o,--output", output_, "The trace file to write, - for stdout")
            ->type_name(".npz")
            ->required();
        app()
            .add_option("--workers", workers_, "Host threads (default: one per core)")
            ->check(CLI::Range(1, 1024));
        app()
            .add_option("--seconds", seconds_, "How long it may run (default: until it ends)")
            ->check(CLI::Range(0.01, 3600.0));
        app().add_flag("--times", times_,
                       "Also measure when each warp of the recorded blocks did what, by the GPU's "
                       "clocks (needs --engine cuda)");
        app().add_flag("--access-times", access_times_,
                       "The same, and when it issued each access: a clock is read at each, so all "
                       "of it takes longer");
    }

    int run() override {
        const auto trace = record(flags_.experiment(), {.workers = workers_,
                                                        .progress = progress_bar("recording"),
                                                        .most_seconds = seconds_,
                                                        .is_packed = true,
                                                        .times = times_ || access_times_,
                                                        .access_times = access_times_});
        const auto bytes = encode_trace(*trace);
        write_data(output_, bytes);
        if (const WarpTimes* times = trace->times()) {
            say("stridescope-cli: note",
                fmt::format(
                    "With times it took {:.2f} × the plain {:.2f} µs; a recorded block {:.2f} × "
                    "one that tells only when it begins and ends.",
                    times->factor(), times->plain_us.kept, times->block_factor()));
            if (times->has_accesses) {
                const ToldAccesses count = told_accesses(*trace);
                say("stridescope-cli: note",
                    fmt::format("Of {} of the warps' {} accesses it is known when each was issued.",
                                count.told, count.all));
            }
        }
        if (!trace->data().stopped.empty())
            say("stridescope-cli: note", "Not whole: " + trace->data().stopped + ".");
        for (const RecordedFault& found : trace->diagnostics()) {
            say("stridescope-cli: note", found.message);
        }
        return fine;
    }

  private:
    ExperimentFlags flags_;
    std::string output_;
    int workers_ = 0;
    double seconds_ = 0;
    bool times_ = false, access_times_ = false;
};

}  // namespace

std::unique_ptr<Command> record_command(CLI::App& root) {
    return std::make_unique<Record>(root);
}

}  // namespace stridescope::cli
