#include "app/session/schedule_searcher.h"

#include <chrono>
#include <exception>
#include <new>
#include <utility>

namespace stridescope {
namespace {

/// Whoever asked waits for it.
constexpr std::chrono::milliseconds patience_of_search{1000};

}  // namespace

ScheduleSearcher::ScheduleSearcher(std::function<void()> wake)
    : jobs_{std::move(wake), [](const Job& job, const auto& wanted) -> std::optional<Outcome> {
                RunOptions options;
                options.progress = [&](double) { return wanted(); };
                Outcome outcome;
                try {
                    outcome.search =
                        search_schedules(job.experiment, *job.trace, patience_of_search, options);
                } catch (const Cancelled&) {
                    return std::nullopt;
                } catch (const std::bad_alloc&) {
                    outcome.error = "There is not enough memory to run it again.";
                } catch (const std::exception& error) {
                    outcome.error = error.what();
                }
                return outcome;
            }} {}

}  // namespace stridescope
