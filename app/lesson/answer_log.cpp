#include "app/lesson/answer_log.h"

#include <fmt/format.h>

#include "app/io/csv_field.h"

namespace stridescope {

std::string answers_csv(const std::vector<AnswerLine>& answers) {
    const auto number = [](const std::optional<int>& n) {
        return n ? fmt::to_string(*n) : std::string{};
    };
    std::string csv = "lesson,page,question,try,answer,correct,votes\n";
    for (const AnswerLine& line : answers) {
        csv += fmt::format("{},{},{},{},{},{},{}\n", csv_field(line.lesson), line.page,
                           csv_field(line.question), number(line.attempt), csv_field(line.answer),
                           line.right ? 1 : 0, number(line.votes));
    }
    return csv;
}

}  // namespace stridescope
