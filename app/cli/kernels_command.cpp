// `stridescope-cli kernels`: what kernels there are.
#include "app/cli/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/output.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/library.h"
#include "app/report/table_text.h"

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
        TextTable table{.header = {"kernel", "what it does"}};
        TextTable broken{.header = {"broken on purpose", "correct version", "what is wrong"}};
        for (const LibraryText& text : library()) {
            if (!text.is_kernel) continue;
            if (text.correct.empty()) {
                table.rows.push_back({id_of(text.id), text.summary});
            } else {
                broken.rows.push_back({id_of(text.id), id_of(text.correct), text.summary});
            }
        }
        table.left_columns = table.header.size();
        broken.left_columns = broken.header.size();
        return aligned(table) + "\n" + aligned(broken);
    }
    bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> kernels_command(CLI::App& root) {
    return std::make_unique<Kernels>(root);
}

}  // namespace stridescope::cli
