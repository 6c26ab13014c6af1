#include "app/engine/machine/trace_parts.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace stridescope {
namespace {

using Numbers = std::map<std::string, std::int64_t, std::less<>>;

/// "d = 4, n = 8", and the stride, which stands apart.
Numbers variables_of(const Step& step) {
    Numbers numbers;
    constexpr std::string_view equals = " = ", comma = ", ";
    std::string_view rest = step.variables;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(comma), rest.size());
        const std::string_view one = rest.substr(0, end);
        if (const std::size_t at = one.find(equals); at != std::string_view::npos) {
            const std::string_view value = one.substr(at + equals.size());
            std::int64_t number = 0;
            const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
            if (read.ec == std::errc{}) numbers.emplace(one.substr(0, at), number);
        }
        rest.remove_prefix(std::min(end + comma.size(), rest.size()));
    }
    if (step.stride > 0) numbers.emplace("stride", step.stride);
    return numbers;
}

/// Which files of the text the steps stand in.
std::vector<std::set<int>> files_of_steps(const TraceData& run) {
    std::vector<std::set<int>> files(run.steps.size());
    for (const TraceRow& row : run.rows) {
        const TraceSite& site = run.sites[static_cast<std::size_t>(row.site)];
        files[static_cast<std::size_t>(row.step)].insert(site.file);
    }
    return files;
}

/// Those about the step: of its own name, else of a variable that names it. What the text's own
/// card says wins.
std::vector<const StepForm*> forms_of(const Step& step, const Numbers& numbers,
                                      const std::set<int>& files,
                                      const std::vector<StepForm>& forms) {
    std::vector<const StepForm*> own, included;
    for (const StepForm& form : forms) {
        const bool named =
            step.phase.empty() ? numbers.contains(form.step) : step.phase == form.step;
        if (!named) continue;
        if (form.file == 0) {
            own.push_back(&form);
        } else if (files.contains(form.file)) {
            included.push_back(&form);
        }
    }
    return own.empty() ? included : own;
}

}  // namespace

std::vector<ExpectedCounts> expected_counts(const TraceData& run,
                                            const std::vector<StepForm>& forms) {
    if (forms.empty()) return {};
    const std::vector<std::set<int>> files = files_of_steps(run);
    std::vector<ExpectedCounts> counts(run.steps.size());
    bool any = false;
    for (std::size_t step = 0; step < counts.size(); ++step) {
        const Numbers numbers = variables_of(run.steps[step]);
        ExpectedCounts& expected = counts[step];
        for (const StepForm* form : forms_of(run.steps[step], numbers, files[step], forms)) {
            any = true;
            if (!expected.adds && !form->operations.written.empty())
                expected.adds = count_of_form(form->operations, numbers);
            if (!expected.active_threads && !form->threads.written.empty())
                expected.active_threads = count_of_form(form->threads, numbers);
        }
    }
    return any ? counts : std::vector<ExpectedCounts>{};
}

}  // namespace stridescope
