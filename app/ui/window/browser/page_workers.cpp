#include "app/ui/window/browser/page_workers.h"

#include <emscripten/emscripten.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/io/errors.h"
#include "app/session/experiment_json.h"
#include "app/trace/trace_file.h"

namespace stridescope {
namespace {

class PageWorkers final : public Workers {
  public:
    int begin(const Experiment& experiment) override {
        const std::string request = encode_experiment(experiment);
        // It may read what was dropped on the page.
        return EM_ASM_INT({ return stridescopePage.begin('record', $0, $1, '/home/web_user'); },
                          request.data(), request.size());
    }

    int begin(const std::vector<std::byte>& file_task) override {
        return EM_ASM_INT({ return stridescopePage.begin('write', $0, $1, '/fonts'); },
                          file_task.data(), file_task.size());
    }

    void drop(int run) override {
        answers_.erase(run);
        EM_ASM({ stridescopePage.drop($0); }, run);
    }

    News ask(int run) override {
        if (!answers_.contains(run)) {
            Bytes answer = ask_for_bytes(run);
            if (answer.bytes) {
                answers_.emplace(
                    run, std::make_unique<TraceReading>(std::move(*answer.bytes), "the recording"));
            }
            return {.share = answer.share};
        }
        TraceReading& answer = *answers_.at(run);
        using Clock = std::chrono::steady_clock;
        constexpr std::chrono::milliseconds patience{10};
        const Clock::time_point begin = Clock::now();
        while (answer.go_on()) {
            if (Clock::now() > begin + patience) return {.share = 1};
        }
        News news{.share = 1, .trace = answer.trace()};
        drop(run);
        return news;
    }

    Bytes ask_for_bytes(int run) override {
        Bytes news{.share = EM_ASM_DOUBLE({ return stridescopePage.share($0); }, run)};
        const int size = EM_ASM_INT({ return stridescopePage.sizeOf($0); }, run);
        if (size < 0) return news;
        std::vector<std::byte> bytes(static_cast<std::size_t>(size));
        const bool good =
            EM_ASM_INT({ return stridescopePage.receive($0, $1); }, run, bytes.data()) != 0;
        if (good) {
            news.bytes = std::move(bytes);
            return news;
        }
        // First a letter: whether what was asked for is impossible, or failed.
        const std::string fault{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
        if (fault.starts_with('u')) throw UsageError(fault.substr(1));
        throw RunError(fault.substr(1));
    }

  private:
    std::map<int, std::unique_ptr<TraceReading>> answers_;  ///< that are being read
};

}  // namespace

std::unique_ptr<Workers> page_workers() {
    if (EM_ASM_INT({ return stridescopePage.hasWorkers(); }) == 0) return nullptr;
    return std::make_unique<PageWorkers>();
}

}  // namespace stridescope
