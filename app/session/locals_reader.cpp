#include "app/session/locals_reader.h"

#include <exception>
#include <new>
#include <optional>
#include <utility>

namespace stridescope {

LocalsReader::LocalsReader(std::function<void()> wake)
    : LatestJob{std::move(wake),
                [](const LocalsToRead& job, const Wanted& wanted) -> std::optional<LocalsRead> {
                    RunOptions options;
                    options.progress = [&](double) { return wanted(); };
                    try {
                        return LocalsRead{std::make_shared<const ThreadLocals>(
                                              locals_of(job.trace->experiment(), *job.trace,
                                                        job.block, job.thread, options)),
                                          {}};
                    } catch (const Cancelled&) {
                        return std::nullopt;
                    } catch (const std::bad_alloc&) {
                        return LocalsRead{nullptr, "There is not enough memory to run it again."};
                    } catch (const std::exception& error) {
                        return LocalsRead{nullptr, error.what()};
                    }
                }} {}

}  // namespace stridescope
