#include "app/ui/window/browser/recording_workers.h"

#include <emscripten/emscripten.h>
#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/engine.h"
#include "app/session/experiment_json.h"
#include "app/trace/trace_file.h"

namespace stridescope {
namespace {

class RecordingWorkers final : public Elsewhere {
  public:
    int begin(const Experiment& experiment) override {
        const std::string request = encode_experiment(experiment);
        return EM_ASM_INT({ return stridescopePage.record(UTF8ToString($0)); }, request.c_str());
    }

    void drop(int run) override {
        answers_.erase(run);
        EM_ASM({ stridescopePage.drop($0); }, run);
    }

    News ask(int run) override {
        News news{.share = EM_ASM_DOUBLE({ return stridescopePage.share($0); }, run)};
        if (!answers_.contains(run)) {
            const int size = EM_ASM_INT({ return stridescopePage.sizeOf($0); }, run);
            if (size < 0) return news;
            receive(run, static_cast<std::size_t>(size));
            return news;
        }
        TraceReading& answer = *answers_.at(run);
        using Clock = std::chrono::steady_clock;
        constexpr std::chrono::milliseconds patience{10};
        const Clock::time_point begin = Clock::now();
        while (answer.go_on()) {
            if (Clock::now() > begin + patience) return news;
        }
        news.trace = answer.trace();
        drop(run);
        return news;
    }

  private:
    void receive(int run, std::size_t size) {
        std::vector<std::byte> bytes(size);
        const bool good =
            EM_ASM_INT({ return stridescopePage.receive($0, $1); }, run, bytes.data()) != 0;
        if (good) {
            answers_.emplace(run,
                             std::make_unique<TraceReading>(std::move(bytes), "the recording"));
            return;
        }
        // First a letter: whether what was asked for is impossible, or failed.
        const std::string fault{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
        if (fault.starts_with('u')) throw UsageError(fault.substr(1));
        throw RunError(fault.substr(1));
    }

    std::map<int, std::unique_ptr<TraceReading>> answers_;  ///< that are being read
};

void tell_share(double share) {
    EM_ASM({ postMessage({share : $0}); }, share);
}

void tell_fault(const std::string& fault) {
    EM_ASM({ postMessage({fault : UTF8ToString($0)}); }, fault.c_str());
}

}  // namespace

std::unique_ptr<Elsewhere> recording_workers() {
    if (EM_ASM_INT({ return stridescopePage.hasWorkers(); }) == 0) return nullptr;
    return std::make_unique<RecordingWorkers>();
}

}  // namespace stridescope

/// Called in a worker, with what RecordingWorkers::begin was given.
extern "C" EMSCRIPTEN_KEEPALIVE void stridescope_record(const char* request) {
    using namespace stridescope;
    umask(022);  // else nobody may read what is written here
    using Clock = std::chrono::steady_clock;
    Clock::time_point told = Clock::now();
    RunOptions options;
    options.progress = [&told](double share) {
        constexpr std::chrono::milliseconds pause{50};
        if (Clock::now() < told + pause) return true;
        told = Clock::now();
        tell_share(share);
        return true;
    };
    try {
        const auto trace = record(decode_experiment(request), options);
        const std::vector<std::byte> bytes = encode_trace(*trace, Packing::stored);
        EM_ASM({ stridescopeAnswer($0, $1); }, bytes.data(), bytes.size());
    } catch (const UsageError& error) {
        tell_fault(std::string{"u"} + error.what());
    } catch (const std::bad_alloc&) {
        tell_fault("rNot enough memory for this recording: choose fewer elements.");
    } catch (const std::exception& error) {
        tell_fault(std::string{"r"} + error.what());
    }
}
