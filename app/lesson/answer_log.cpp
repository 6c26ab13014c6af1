#include "app/lesson/answer_log.h"

#include "app/io/table.h"

namespace stridescope {

std::string answers_csv(const std::vector<AnswerLine>& answers) {
    using A = AnswerLine;
    return to_csv(table_of<A>(
        answers, {{.name = "lesson", .cell = [](const A& a) { return Cell{a.lesson}; }},
                  {.name = "page", .cell = [](const A& a) { return Cell{a.page}; }},
                  {.name = "question", .cell = [](const A& a) { return Cell{a.question}; }},
                  {.name = "try", .cell = [](const A& a) { return Cell{a.attempt}; }},
                  {.name = "answer", .cell = [](const A& a) { return Cell{a.answer}; }},
                  {.name = "correct", .cell = [](const A& a) { return Cell{a.right ? 1 : 0}; }},
                  {.name = "votes", .cell = [](const A& a) { return Cell{a.votes}; }}}));
}

}  // namespace stridescope
