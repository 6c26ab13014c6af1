#include "app/report/work_text.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/report/named_counts.h"

namespace stridescope {
namespace {

class TableBuilder {
  public:
    TableBuilder(const Trace& trace, bool for_people)
        : trace_{trace},
          people_{for_people},
          forms_{!for_people || work_table(trace).has_forms()},
          adds_{!for_people || adds_only(trace) ? "adds" : "ops"} {
        for (const Site& site : trace.sites()) atomics_ |= site.event == Event::atomic;
    }

    TextTable build(ReportCut cut) const {
        if (cut == ReportCut::warp) return by_warp();
        if (cut == ReportCut::site) return by_site();
        return by_step();
    }

  private:
    /// Those that stand in the table for people, which has to fit a terminal.
    bool in_text(std::string_view name) const {
        return !name.starts_with("global_") && !name.starts_with("lane") &&
               (atomics_ || !name.starts_with("atomic_"));
    }
    void add_count_titles(TextTable& table) const {
        for (const auto& [name, value] : named({})) {
            (void)value;
            if (people_ && !in_text(name)) continue;
            table.header.emplace_back(people_ ? short_title(name) : name);
        }
    }
    /// Short, so that the table fits a terminal: loads and stores stand beside their costs.
    std::string short_title(std::string_view name) const {
        if (name == "adds") return adds_;
        static const std::map<std::string_view, const char*> titles{
            {"active_threads", "threads"},   {"active_warps", "warps"},
            {"load_requests", "loads"},      {"load_wavefronts", "wavefr."},
            {"load_excess", "excess"},       {"store_requests", "stores"},
            {"store_wavefronts", "wavefr."}, {"store_excess", "excess"},
            {"atomic_requests", "atomics"},  {"atomic_wavefronts", "wavefr."},
            {"atomic_excess", "excess"},     {"max_degree", "degree"}};
        const auto title = titles.find(name);
        return title == titles.end() ? std::string{name} : title->second;
    }
    void add_counts(std::vector<std::string>& row, const WorkCounts& counts) const {
        for (const auto& [name, value] : named(counts)) {
            if (!people_ || in_text(name)) row.push_back(std::to_string(value));
        }
    }

    TextTable by_step() const {
        const WorkTable work = work_table(trace_);
        TextTable table{.header = {forms_ ? "phase" : "step"}};
        if (forms_) table.header.emplace_back("stride");
        add_count_titles(table);
        if (forms_) {
            table.header.emplace_back(people_ ? "=" + adds_ : "expected_adds");
            table.header.emplace_back(people_ ? "=threads" : "expected_active_threads");
        }
        const auto formula = [&](const std::optional<std::int64_t>& value, bool differs) {
            if (!value) return std::string{};
            return std::to_string(*value) + (people_ && differs ? " *" : "");
        };
        for (const WorkRow& row : work.rows) {
            const bool apart = forms_ && row.step.stride > 0;  // it has a column of its own
            std::vector<std::string> cells{apart ? row.step.phase : name_of(row.step)};
            if (forms_) cells.push_back(stride_text(row.step.stride));
            add_counts(cells, row.counts);
            if (forms_) {
                cells.push_back(formula(row.expected_adds, row.adds_differ()));
                cells.push_back(formula(row.expected_active_threads, row.active_threads_differ()));
            }
            table.rows.push_back(std::move(cells));
        }
        std::vector<std::string> total{"total"};
        if (forms_) total.emplace_back();
        add_counts(total, work.totals);
        total.resize(table.header.size());
        table.rows.push_back(std::move(total));
        return table;
    }
    std::string stride_text(int stride) const {
        return stride == 0 && people_ ? std::string{} : std::to_string(stride);
    }
    TextTable by_warp() const {
        TextTable table{.header = {"warp"}, .rows = {}, .left_columns = 0};
        add_count_titles(table);
        for (const WorkCounts& counts : work_by_warp(trace_)) {
            std::vector<std::string> cells{std::to_string(table.rows.size())};
            add_counts(cells, counts);
            table.rows.push_back(std::move(cells));
        }
        return table;
    }
    TextTable by_site() const {
        TextTable table{.header = {"event", "line", "operand"}};
        add_count_titles(table);
        for (const SiteWork& work : work_by_site(trace_)) {
            std::vector<std::string> cells{std::string{name_of(work.site.event)},
                                           std::to_string(work.site.line),
                                           std::to_string(work.site.operand)};
            add_counts(cells, work.counts);
            table.rows.push_back(std::move(cells));
        }
        return table;
    }

    const Trace& trace_;
    bool people_;
    bool forms_;        ///< columns for strides and closed forms are wanted
    std::string adds_;  ///< what the applications of the operator are called
    bool atomics_ = false;
};

}  // namespace

TextTable work_text(const Trace& trace, ReportCut cut, bool for_people) {
    return TableBuilder{trace, for_people}.build(cut);
}

}  // namespace stridescope
