// What is done elsewhere (app/session/workers.h) as a page's worker does it, by the real other
// end: here, when it is asked for, in a folder of its own.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "app/engine/engine.h"
#include "app/session/file_task.h"
#include "app/session/workers.h"
#include "tests/support/temporary_folder.h"

namespace stridescope::testing {

class OtherEnd final : public Workers {
  public:
    int begin(const Experiment& experiment) override {
        traces_[++begun] = record(experiment);
        return begun;
    }
    int begin(const std::vector<std::byte>& file_task) override {
        tasks_[++begun] = file_task;
        return begun;
    }
    void drop(int run) override { dropped.push_back(run); }
    News ask(int run) override { return {.share = 1, .trace = traces_.at(run)}; }
    Bytes ask_for_bytes(int run) override {
        if (asked_[run]++ < 2) return {.share = 0.25 * asked_[run]};  // it takes a while
        const TemporaryFolder scratch;
        const std::filesystem::path before = std::filesystem::current_path();
        std::filesystem::current_path(scratch.path());
        Bytes answer{.share = 1};
        try {
            answer.bytes = write_for_others(tasks_.at(run), [this](double) { ++told; });
        } catch (...) {
            std::filesystem::current_path(before);
            throw;
        }
        std::filesystem::current_path(before);
        return answer;
    }

    int begun = 0, told = 0;
    std::vector<int> dropped;

  private:
    std::map<int, std::vector<std::byte>> tasks_;
    std::map<int, std::shared_ptr<const Trace>> traces_;
    std::map<int, int> asked_;
};

}  // namespace stridescope::testing
