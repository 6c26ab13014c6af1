// `stridescope-cli kernels`: what kernels there are.
#include "app/cli/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/table.h"

namespace stridescope::cli {
namespace {

class Kernels : public Command {
  public:
    explicit Kernels(CLI::App& root) : Command{root, "kernels", "List the kernels"} {
        app().add_flag("--json", json_, "As JSON");
    }

    int run() override {
        write_data("-", json_ ? json() : table());
        return fine;
    }

  private:
    /// As --kernel takes it.
    static std::string id_of(std::string id) {
        std::ranges::replace(id, '_', '-');
        return id;
    }
    static std::string json() {
        auto list = nlohmann::ordered_json::array();
        for (const LibraryText& text : library()) {
            if (!text.is_kernel) continue;
            const Card card = read_card(text.text);
            const BrokenText& broken = card.broken;
            const bool is_broken = !text.correct.empty();
            list.push_back({{"id", id_of(text.id)},
                            {"title", text.title},
                            {"family", text.family},
                            {"summary", text.summary},
                            {"source", card.source.text()},
                            {"path", text.path},
                            {"broken", is_broken},
                            {"twin", nullptr},
                            {"card", nullptr}});
            if (!is_broken) continue;
            list.back()["twin"] = id_of(text.correct);
            list.back()["card"] = {{"see", broken.see.text()},
                                   {"why", broken.why.text()},
                                   {"mend", broken.mend.text()},
                                   {"met", broken.met.text()}};
        }
        return list.dump(2) + "\n";
    }
    static std::string table() {
        std::vector<std::vector<Cell>> correct, broken;
        for (const LibraryText& text : library()) {
            if (!text.is_kernel) continue;
            if (text.correct.empty()) {
                correct.push_back({id_of(text.id), text.summary});
            } else {
                broken.push_back({id_of(text.id), id_of(text.correct), text.summary});
            }
        }
        const auto words = [](const char* name) { return ColumnHead{.name = name, .words = true}; };
        return to_text(table_of({words("kernel"), words("what it does")}, std::move(correct))) +
               "\n" +
               to_text(table_of(
                   {words("broken on purpose"), words("correct version"), words("what is wrong")},
                   std::move(broken)));
    }
    bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> kernels_command(CLI::App& root) {
    return std::make_unique<Kernels>(root);
}

}  // namespace stridescope::cli
