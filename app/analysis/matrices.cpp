#include "app/analysis/matrices.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace stridescope {
namespace {

/// "ldmatrix.x4.trans[2]": which instruction, and which of its matrices.
struct MatrixName {
    std::string_view name{};
    int matrix = -1;  ///< −1: it is none
};

MatrixName matrix_name(const Site& site) {
    const std::string_view text = site.operation;
    if (!is_shared(site.event) || (!text.starts_with("ldmatrix") && !text.starts_with("stmatrix")))
        return {};
    // One digit between brackets ends it.
    if (text.size() < 4 || text[text.size() - 3] != '[' || text.back() != ']') return {};
    const char digit = text[text.size() - 2];
    if (digit < '0' || digit > '3') return {};
    return {text.substr(0, text.size() - 3), digit - '0'};
}

}  // namespace

int MatrixAccess::wavefronts() const {
    int sum = 0;
    for (const Request& matrix : matrices) sum += matrix.cost.wavefronts;
    return sum;
}

int MatrixAccess::ideal() const {
    int sum = 0;
    for (const Request& matrix : matrices) sum += matrix.cost.ideal;
    return sum;
}

bool has_matrices(const Trace& trace) {
    return std::ranges::any_of(trace.sites(),
                               [](const Site& site) { return matrix_name(site).matrix >= 0; });
}

std::vector<MatrixAccess> matrices_of_step(const Trace& trace, int block, int step) {
    std::vector<MatrixAccess> all;
    // The one whose further matrices are still to come, of a warp at one place in one round.
    std::map<std::tuple<SourceLine, std::string_view, int, int>, std::size_t> open;
    for (const Request& request : requests_of_step(trace, block, step)) {
        const Site& site = trace.sites()[static_cast<std::size_t>(request.site)];
        const MatrixName found = matrix_name(site);
        if (found.matrix < 0) continue;
        const std::tuple key{site.place(), found.name, request.iteration, request.warp};
        const auto known = open.find(key);
        const bool goes_on =
            known != open.end() && std::ssize(all[known->second].matrices) == found.matrix;
        if (!goes_on) {
            open[key] = all.size();
            all.push_back({.place = site.place(),
                           .name = std::string{found.name},
                           .transposed = found.name.ends_with(".trans")});
        }
        all[open[key]].matrices.push_back(request);
    }
    return all;
}

MatrixRows rows_of_matrix(const Trace& trace, const MatrixAccess& access, std::size_t matrix) {
    const Request& request = access.matrices[matrix];
    const std::vector<std::uint16_t> words = words_of_request(trace, request);
    const std::vector<int> wavefronts = wavefront_of_lanes(trace, request);
    MatrixRows rows;
    rows.begin.fill(-1);
    rows.wavefront.fill(-1);
    rows.wavefronts = request.cost.wavefronts;
    constexpr std::size_t lanes_of_row = 4;
    for (std::size_t row = 0; row < matrix_rows; ++row) {
        const std::size_t lane = row * lanes_of_row;
        if (lane >= words.size() || words[lane] == Trace::idle) continue;
        rows.begin[row] = words[lane] * static_cast<int>(request.bytes);
        rows.wavefront[row] = wavefronts[lane];
    }
    return rows;
}

std::vector<MatrixAccess> ranked_matrices(const Trace& trace, int block, int step) {
    std::vector<MatrixAccess> all = matrices_of_step(trace, block, step);
    std::ranges::stable_sort(all, [](const MatrixAccess& a, const MatrixAccess& b) {
        return a.wavefronts() - a.ideal() > b.wavefronts() - b.ideal();
    });
    return all;
}

std::optional<MatrixAccess> chosen_matrices(const std::vector<MatrixAccess>& ranked,
                                            const std::optional<RequestChoice>& choice) {
    if (ranked.empty()) return std::nullopt;
    const auto has = [&](const MatrixAccess& access) {
        return choice && std::ranges::any_of(access.matrices, [&](const Request& matrix) {
                   return choice_of(matrix) == *choice;
               });
    };
    const auto found = std::ranges::find_if(ranked, has);
    return found != ranked.end() ? *found : ranked.front();
}

std::optional<RequestChoice> moved_matrices(const Trace& trace, int block, int step,
                                            const std::optional<RequestChoice>& choice,
                                            RequestMove move) {
    const std::vector<MatrixAccess> ranked = ranked_matrices(trace, block, step);
    if (ranked.empty() || move == RequestMove::worst) return std::nullopt;
    const RequestChoice now = choice_of(chosen_matrices(ranked, choice)->matrices.front());
    const auto first_of = [](const MatrixAccess& access) { return choice_of(access.matrices[0]); };
    const auto at = std::ranges::find(ranked, now, first_of);
    if (move == RequestMove::worse) return first_of(at == ranked.begin() ? *at : *(at - 1));
    if (move == RequestMove::milder) return first_of(at + 1 == ranked.end() ? *at : *(at + 1));
    // The same of the next warp that has it.
    const int by = move == RequestMove::next_warp ? 1 : -1;
    for (RequestChoice other = now; (other.warp += by) >= 0 && other.warp < trace.warps();) {
        if (std::ranges::find(ranked, other, first_of) != ranked.end()) return other;
    }
    return now;
}

}  // namespace stridescope
