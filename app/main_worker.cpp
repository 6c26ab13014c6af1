// StrideScope in a worker of the page: it is called for one thing after another.
#include <emscripten/emscripten.h>
#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/engine.h"
#include "app/export/browser/file_faces.h"
#include "app/session/experiment_json.h"
#include "app/session/file_task.h"
#include "app/trace/trace_file.h"

namespace stridescope {
namespace {

/// Tells the page how far this is, every now and then.
class ShareTeller {
  public:
    void tell(double share) {
        constexpr std::chrono::milliseconds pause{50};
        if (Clock::now() < told_ + pause) return;
        told_ = Clock::now();
        EM_ASM({ postMessage({share : $0}); }, share);
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point told_ = Clock::now();
};

void tell_fault(const std::string& fault) {
    EM_ASM({ postMessage({fault : UTF8ToString($0)}); }, fault.c_str());
}

/// `work` returns the bytes that the page is to have.
template <class F>
void answer(const char* too_large, F work) {
    umask(022);  // else nobody may read what is written here
    try {
        const std::vector<std::byte> bytes = work();
        EM_ASM({ stridescopeAnswer($0, $1); }, bytes.data(), bytes.size());
    } catch (const UsageError& error) {
        tell_fault(std::string{"u"} + error.what());
    } catch (const std::bad_alloc&) {
        tell_fault(std::string{"r"} + too_large);
    } catch (const std::exception& error) {
        tell_fault(std::string{"r"} + error.what());
    }
}

void go_to_empty_folder() {
    const std::filesystem::path folder = "/written";
    std::filesystem::current_path("/");
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    std::filesystem::current_path(folder);
}

}  // namespace
}  // namespace stridescope

/// With what PageWorkers::begin(Experiment) gave.
extern "C" EMSCRIPTEN_KEEPALIVE void stridescope_record(const char* request, std::size_t size) {
    using namespace stridescope;
    answer("Not enough memory for this recording: choose fewer elements.", [request, size] {
        ShareTeller progress;
        RunOptions options;
        options.progress = [&progress](double share) {
            progress.tell(share);
            return true;
        };
        const auto trace = record(decode_experiment(std::string_view{request, size}), options);
        return encode_trace(*trace, Packing::stored);
    });
}

/// With what its other begin gave.
extern "C" EMSCRIPTEN_KEEPALIVE void stridescope_write(const std::byte* task, std::size_t size) {
    using namespace stridescope;
    answer("Not enough memory to write this: choose less of it.", [task, size] {
        use_file_faces();
        go_to_empty_folder();
        ShareTeller progress;
        return write_for_others({task, size}, [&progress](double share) { progress.tell(share); });
    });
}
