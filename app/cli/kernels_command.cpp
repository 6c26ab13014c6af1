// `stridescope-cli kernels`: what kernels there are.
#include "app/cli/commands.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/output.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/library.h"
#include "app/report/table_text.h"
#include "kernels/catalog.h"

namespace stridescope::cli {
namespace {

class Kernels : public Command {
  public:
    explicit Kernels(CLI::App& root) : Command{root, "kernels", "List the kernels"} {
        app().add_flag("--json", json_, "As JSON, with every limit");
        app().add_flag("--texts", texts_, "The CUDA texts that the program brings along");
    }

    int run() override {
        if (texts_) {
            write_data("-", json_ ? json_of_texts() : table_of_texts());
        } else {
            write_data("-", json_ ? json() : text());
        }
        return fine;
    }

  private:
    static std::string json_of_texts() {
        auto list = nlohmann::ordered_json::array();
        for (const LibraryText& text : library()) {
            if (!text.is_kernel) continue;
            const Card card = read_card(text.text);
            const BrokenText& broken = card.broken;
            const bool is_broken = !text.correct.empty();
            list.push_back({{"id", text.id},
                            {"title", text.title},
                            {"family", text.family},
                            {"summary", text.summary},
                            {"source", card.source.text()},
                            {"path", text.path},
                            {"broken", is_broken},
                            {"twin", nullptr},
                            {"card", nullptr}});
            if (!is_broken) continue;
            list.back()["twin"] = text.correct;
            list.back()["card"] = {{"see", broken.see.text()},
                                   {"why", broken.why.text()},
                                   {"mend", broken.mend.text()},
                                   {"met", broken.met.text()}};
        }
        return list.dump(2) + "\n";
    }
    static std::string table_of_texts() {
        TextTable table{.header = {"text", "what it does"}};
        TextTable broken{.header = {"broken on purpose", "correct version", "what is wrong"}};
        for (const LibraryText& text : library()) {
            if (!text.is_kernel) continue;
            if (text.correct.empty()) {
                table.rows.push_back({text.id + ".cu", text.summary});
            } else {
                broken.rows.push_back({text.id + ".cu", text.correct + ".cu", text.summary});
            }
        }
        table.left_columns = table.header.size();
        broken.left_columns = broken.header.size();
        return aligned(table) + "\n" + aligned(broken);
    }
    static std::string json() {
        auto list = nlohmann::ordered_json::array();
        for (const auto& [info, expected] : catalogue()) {
            list.push_back({{"id", info.id},
                            {"title", info.title},
                            {"family", info.family},
                            {"summary", info.summary},
                            {"source", info.source},
                            {"header", info.header},
                            {"min_block", info.limits.min_block},
                            {"max_block", info.limits.max_block},
                            {"max_coarsen", info.limits.max_coarsen},
                            {"power_of_two_section", info.limits.power_of_two_section},
                            {"one_thread", info.limits.one_thread},
                            {"exclusive", info.takes_exclusive},
                            {"scope", info.scope == Scope::whole ? "whole" : "section"},
                            {"broken", info.is_broken()},
                            {"twin", nullptr},
                            {"card", nullptr}});
            if (!info.is_broken()) continue;
            const Broken& broken = info.broken;
            list.back()["twin"] = broken.correct;
            list.back()["card"] = {{"see", broken.see},
                                   {"why", broken.why},
                                   {"mend", broken.mend},
                                   {"met", broken.met}};
        }
        return list.dump(2) + "\n";
    }
    static std::string text() {
        TextTable table{.header = {"kernel", "block", "coarsen", "what it does"}};
        for (const auto& [info, expected] : correct_kernels()) {
            table.rows.push_back(
                {std::string{info.id},
                 fmt::format("{}–{}", info.limits.min_block, info.limits.max_block),
                 info.limits.max_coarsen > 1 ? fmt::format("1–{}", info.limits.max_coarsen)
                                             : std::string{"1"},
                 std::string{info.summary}});
        }
        TextTable broken{.header = {"broken on purpose", "correct version", "what is wrong"}};
        for (const auto& [info, expected] : broken_kernels()) {
            broken.rows.push_back({std::string{info.id}, std::string{info.broken.correct},
                                   std::string{info.summary}});
        }
        table.left_columns = table.header.size();
        broken.left_columns = broken.header.size();
        return aligned(table) + "\n" + aligned(broken);
    }
    bool json_ = false, texts_ = false;
};

}  // namespace

std::unique_ptr<Command> kernels_command(CLI::App& root) {
    return std::make_unique<Kernels>(root);
}

}  // namespace stridescope::cli
