// Questions about a step that is not shown yet, made from the trace.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lesson/lesson.h"
#include "app/trace/trace.h"

namespace stridescope {

/// What can be asked: which element changes, what it will hold, which one goes into it, which
/// threads have nothing to do but wait, for which block this one waits, the conflict degree of the
/// worst request.
enum class Asked : std::uint8_t { change, value, edge, waits, blocks, degree };
inline constexpr std::array all_asked{Asked::change, Asked::value,  Asked::edge,
                                      Asked::waits,  Asked::blocks, Asked::degree};

/// The question about the step, if it can be asked of it: a value needs one that is computed, an
/// edge an element that another one goes into. The same seed asks the same.
std::optional<Question> question_about(const Trace& trace, int block, int step, Asked asked,
                                       std::uint64_t seed);

/// One of these questions that can be asked of the step, drawn by the seed; nothing where nothing
/// is computed in it and no block waits, so that there would be nothing to think about.
std::optional<Question> question_about(const Trace& trace, int block, int step,
                                       std::span<const Asked> kinds, std::uint64_t seed);

/// The threads that reach memory or compute in the step, in order.
std::vector<int> working_threads(const Trace& trace, int block, int step);

/// "threads 4 to 15", "threads 1, 3, 5 … 15 (8)", "thread 0", "no thread".
std::string threads_text(const std::vector<int>& threads);

}  // namespace stridescope
