#include "app/experiment/text/launch_text.h"

namespace stridescope {
namespace {

constexpr std::string_view example_launch = "write kernel<<<grid, block>>>(arguments)";

/// Where the sizes end: the last ">>>" before the arguments' bracket, since sizes may shift by >>.
std::size_t find_close(std::string_view text, std::size_t begin) {
    for (std::size_t at = find_outside(text, ">", begin); at != std::string_view::npos;
         at = find_outside(text, ">", at + 1)) {
        if (text.substr(at, 3) == ">>>" && text.substr(at, 4) != ">>>>") return at;
    }
    return std::string_view::npos;
}

}  // namespace

LaunchText read_launch(const PlacedText& text) {
    const std::string_view s = text.text();
    const std::size_t open = s.find("<<<");
    if (open == std::string_view::npos)
        text.fail(std::string{"this is not a launch: "}.append(example_launch));
    const std::size_t close = find_close(s, open + 3);
    if (close == std::string_view::npos) {
        text.fail(
            std::string{"\">>>\" is missing behind the launch's sizes: "}.append(example_launch),
            open);
    }
    LaunchText launch;
    launch.head = text.part(0, close + 3);
    std::size_t end = 0;
    while (end < open && is_name_character(s[end])) ++end;
    launch.kernel = s.substr(0, end);
    if (!launch.kernel.empty() && !is_name(launch.kernel)) text.fail(example_launch);

    std::size_t at = close + 3;
    while (at < s.size() && is_blank(s[at])) ++at;
    if (at == s.size()) return launch;
    if (s[at] != '(')
        text.fail(std::string{"the arguments stand in ( ): "}.append(example_launch), at);
    const std::size_t last = find_outside(s, ")", at + 1);
    if (last == std::string_view::npos) text.fail("\")\" is missing behind the arguments", at);
    const PlacedText behind = text.part(last + 1);
    if (!behind.empty() && behind.text() != ";") {
        behind.fail("nothing else stands behind the arguments");
    }
    launch.arguments.emplace();
    if (text.part(at + 1, last).empty()) return launch;
    for (std::size_t begin = at + 1;;) {
        const std::size_t comma = std::min(find_outside(s, ",", begin), last);
        PlacedText argument = text.part(begin, comma);
        if (argument.empty()) text.fail("an argument is missing here", comma);
        launch.arguments->push_back(std::move(argument));
        if (comma >= last) break;
        begin = comma + 1;
    }
    return launch;
}

}  // namespace stridescope
