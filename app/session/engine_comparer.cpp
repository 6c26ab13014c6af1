#include "app/session/engine_comparer.h"

#include <fmt/format.h>

#include <cctype>
#include <exception>
#include <new>
#include <utility>

#include "app/session/recorder.h"

namespace stridescope {

Message compare_engines(const Experiment& experiment, const GpuEngine& gpu,
                        const RunOptions& options) {
    Experiment run = experiment;
    run.engine = EngineChoice::cuda;  // what a GPU cannot run is told before anything runs
    if (const std::string why = why_impossible(run); !why.empty()) throw UsageError(why);
    const GpuVerdict verdict = gpu.verify(limited_to_window(run), options);
    Message message;
    message.fine = verdict.same;
    message.text = verdict.text + '.';
    message.text.front() =
        static_cast<char>(std::toupper(static_cast<unsigned char>(message.text.front())));
    return message;
}

EngineComparer::EngineComparer(std::function<void()> wake, GpuEngine gpu)
    : gpu_(std::move(gpu)),
      driver_{wake, [this](const Question&, const auto&) { return std::optional{ask_driver()}; }},
      jobs_{std::move(wake), [this](const Experiment& experiment, const auto& wanted) {
                return carry_out(experiment, wanted);
            }} {
    driver_.start({});
}

std::string EngineComparer::ask_driver() {
    const std::lock_guard lock(asking_);
    return gpu_.why_unavailable();
}

void EngineComparer::compare(Experiment experiment) {
    share_ = 0;
    jobs_.start(std::move(experiment));
}

void EngineComparer::cancel() {
    jobs_.cancel();
    share_ = 0;
}

std::optional<std::string> EngineComparer::gpu_problem() {
    if (auto problem = driver_.take()) gpu_problem_ = std::move(problem);
    return gpu_problem_;
}

std::optional<Message> EngineComparer::carry_out(const Experiment& experiment,
                                                 const std::function<bool()>& wanted) {
    Message failed;
    failed.fine = false;
    RunOptions options;
    options.progress = [&](double share) {
        if (!wanted()) return false;
        share_ = share;
        return true;
    };
    try {
        if (const std::string why = ask_driver(); !why.empty()) throw RunError(why);
        return compare_engines(experiment, gpu_, options);
    } catch (const Cancelled&) {
        return std::nullopt;  // asked for: there is nothing to say
    } catch (const std::bad_alloc&) {
        failed.text = "The engines cannot be compared: not enough memory. Choose fewer elements.";
    } catch (const std::exception& error) {
        failed.text = fmt::format("The engines cannot be compared. {}", error.what());
    }
    return failed;
}

}  // namespace stridescope
