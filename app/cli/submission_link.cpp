#include "app/cli/submission_link.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/session/link.h"

namespace stridescope::cli {

std::string submission_link(const Exercise& exercise, const Grade& grade, const std::string& page) {
    if (!grade.refused.empty()) return {};
    const ExerciseVerdict* first = grade.judgement.first();
    const bool in_case = first != nullptr && first->of_case >= 0;
    const std::size_t of_case =
        in_case ? static_cast<std::size_t>(first->of_case) : exercise.cases.size() - 1;
    Link link;
    link.run = LinkedRun{};
    TextSpec& spec = link.run->experiment.text;
    spec = standing_alone(spec_of_case(exercise, grade.submission, of_case));
    spec.path.clear();
    // A row's name is a path, or an archive's with the file's in it.
    std::string name = grade.name.substr(grade.name.rfind(':') + 1);
    name = std::filesystem::path{name}.filename().string();
    link.run->name = name.ends_with(".cu") ? name : name + ".cu";
    if (first != nullptr && first->step >= 0) {
        link.vantage.step = fmt::format("step {}", first->step + 1);
        if (first->block > 0) {
            link.vantage.look.take(look_field<&Look::block>(), {.block = first->block});
        }
    }
    const std::string address = fmt::format("{}#{}", page, fragment_of(link));
    return address.size() <= longest_link ? address : std::string{};
}

}  // namespace stridescope::cli
