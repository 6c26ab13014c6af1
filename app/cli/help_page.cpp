#include "app/cli/help_page.h"

#include <fmt/format.h>

#include <sstream>
#include <string_view>
#include <vector>

#include "app/io/streams.h"

namespace stridescope::cli {
namespace {

using Options = std::vector<const CLI::Option*>;

/// A line of two columns; a name that is too long for its column has a line of its own.
std::string entry(const std::string& name, std::string_view about) {
    constexpr std::size_t width = 30;
    if (about.empty()) return fmt::format("  {:<{}}\n", name, width - 2);
    const std::string between = name.size() + 2 < width ? "" : fmt::format("\n{:{}}", "", width);
    return fmt::format("  {:<{}}{}{}\n", name, width - 2, between, about);
}

/// "-o,--output TEXT REQUIRED"
std::string name_of(const CLI::Option& option) {
    std::string name = option.get_name(option.get_positional(), true);
    if (!option.get_option_text().empty()) return name + ' ' + option.get_option_text();
    if (option.get_type_size() == 0) return name;
    if (!option.get_type_name().empty()) name += ' ' + option.get_type_name();
    if (!option.get_default_str().empty()) name += '=' + option.get_default_str();
    if (option.get_expected_max() > 1) name += " ...";
    if (option.get_required()) name += " REQUIRED";
    for (const CLI::Option* other : option.get_excludes()) {
        name += (other == *option.get_excludes().begin() ? " Excludes: " : " ") + other->get_name();
    }
    return name;
}

std::string section(std::string_view title, const Options& options) {
    std::string text = fmt::format("\n{}:\n", title);
    for (const CLI::Option* option : options)
        text += entry(name_of(*option), option->get_description());
    return text;
}

std::string usage(const CLI::App& app, const std::string& name, const Options& positionals,
                  bool commands) {
    std::string text = fmt::format("Usage: {} [OPTIONS]", name);
    for (const CLI::Option* one : positionals) {
        std::string word = one->get_name(true);
        if (one->get_expected_max() > 1) word += "...";
        text += one->get_required() ? ' ' + word : " [" + word + ']';
    }
    if (commands) text += app.get_require_subcommand_min() == 0 ? " [SUBCOMMAND]" : " SUBCOMMAND";
    return text + '\n';
}

std::string help_page(const CLI::App* app, const std::string& name, CLI::AppFormatMode) {
    const Options positionals = app->get_options([](const CLI::Option* option) {
        return option->get_positional() && !option->get_group().empty();
    });
    const auto commands = app->get_subcommands(
        [](const CLI::App* one) { return !one->get_disabled() && !one->get_name().empty(); });
    std::string page = app->get_description() + '\n';
    page += usage(*app, name, positionals, !commands.empty());
    if (!positionals.empty()) page += section("Positionals", positionals);
    const std::vector<std::string> groups = app->get_groups();
    for (const std::string& group : groups) {
        const Options options = app->get_options([&](const CLI::Option* option) {
            return option->get_group() == group && !option->get_positional();
        });
        if (group.empty() || options.empty()) continue;
        // Newer versions call that group "OPTIONS".
        page += section(group == "OPTIONS" ? "Options" : group, options);
        if (group != groups.back()) page += '\n';
    }
    if (!commands.empty()) page += "\nSubcommands:\n";
    for (const CLI::App* one : commands) page += entry(one->get_name(), one->get_description());
    page += '\n';
    if (!app->get_footer().empty()) page += app->get_footer() + '\n';
    return page;
}

}  // namespace

void set_help_page(CLI::App& app) {
    app.formatter_fn(help_page);
}

int answer(const CLI::App& app, const CLI::ParseError& error, const char* program) {
    std::ostringstream help, mistake;
    const int code = app.exit(error, help, mistake);
    if (!help.str().empty()) write_stdout(help.str());
    if (!mistake.str().empty()) say(program, mistake.str());
    return code == 0 ? 0 : 2;
}

}  // namespace stridescope::cli
