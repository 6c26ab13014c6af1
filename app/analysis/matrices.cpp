#include "app/analysis/matrices.h"

#include <algorithm>
#include <charconv>
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

MatrixName matrix_name(const TraceSite& site) {
    const std::string_view text = site.operation;
    if (!is_shared(site.event) || (!text.starts_with("ldmatrix") && !text.starts_with("stmatrix")))
        return {};
    // One digit between brackets ends it.
    if (text.size() < 4 || text[text.size() - 3] != '[' || text.back() != ']') return {};
    const char digit = text[text.size() - 2];
    if (digit < '0' || digit > '3') return {};
    return {text.substr(0, text.size() - 3), digit - '0'};
}

/// Rows, columns and inner places of "mma.m16n8k16"; zeros: it is no product.
std::array<int, 3> shape_of(const TraceSite& site) {
    if (site.event != Event::move) return {};
    std::string_view text = site.operation;
    const std::size_t dot = text.find(".m");
    if (dot == std::string_view::npos || (!text.starts_with("mma.") && !text.starts_with("wmma.")))
        return {};
    text.remove_prefix(dot + 1);
    std::array<int, 3> shape{};
    constexpr std::array letters{'m', 'n', 'k'};
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (text.empty() || text.front() != letters[i]) return {};
        text.remove_prefix(1);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), shape[i]);
        constexpr int most = 64;
        if (error != std::errc{} || shape[i] < 8 || shape[i] > most || shape[i] % 8 != 0) return {};
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    return shape;
}

/// Who holds what of a tile: each of eight rows (or columns) has four lanes, which hold what lies
/// along it: pairs, eight apart, or, of tf32, single ones, four apart. Eight further rows are
/// `by_lines` such pieces on, the next piece of the same row `by_places`.
TileProduct::Holder along(int line, int place, bool single, int by_lines, int by_places) {
    const int half = line / 8 * by_lines, lane = line % 8 * 4;
    if (single) return {lane + place % 4, half + place / 4 * by_places};
    return {lane + place % 8 / 2, place % 2 + 2 * (half + place / 8 * by_places)};
}

}  // namespace

TileProduct::Holder TileProduct::of_a(int row, int k) const {
    return along(row, k, single(), 1, rows / 8);
}
TileProduct::Holder TileProduct::of_b(int k, int column) const {
    return along(column, k, single(), inner / 8, 1);
}
TileProduct::Holder TileProduct::of_c(int row, int column) const {
    return along(row, column, false, 1, rows / 8);
}

std::vector<TileProduct> products_of_step(const Trace& trace, int block, int step) {
    std::vector<TileProduct> all;
    const auto [begin, end] = trace.rows_of_step(step);
    for (int number = begin; number < end; ++number) {
        const TraceRow& row = trace.row(number);
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(row.site)];
        const auto [rows, columns, inner] = shape_of(site);
        if (rows == 0) continue;
        const auto lanes = trace.lanes(block, number);
        for (int warp = 0; warp < trace.warps(); ++warp) {
            if (lanes[static_cast<std::size_t>(warp) * warp_size] == Trace::idle) continue;
            all.push_back({.place = site.place(),
                           .name = site.operation,
                           .rows = rows,
                           .columns = columns,
                           .inner = inner,
                           .block = block,
                           .step = step,
                           .choice = {row.site, row.iteration, warp}});
        }
    }
    return all;
}

bool has_products(const Trace& trace) {
    return std::ranges::any_of(trace.sites(),
                               [](const TraceSite& site) { return shape_of(site)[0] != 0; });
}

int MatrixAccess::wavefronts() const {
    int sum = 0;
    for (const Request& matrix : matrices) sum += matrix.shared.wavefronts;
    return sum;
}

int MatrixAccess::ideal() const {
    int sum = 0;
    for (const Request& matrix : matrices) sum += matrix.shared.ideal;
    return sum;
}

bool has_matrices(const Trace& trace) {
    return std::ranges::any_of(trace.sites(),
                               [](const TraceSite& site) { return matrix_name(site).matrix >= 0; });
}

std::vector<MatrixAccess> matrices_of_step(const Trace& trace, int block, int step) {
    std::vector<MatrixAccess> all;
    // The one whose further matrices are still to come, of a warp at one place in one round.
    std::map<std::tuple<SourceLine, std::string_view, int, int>, std::size_t> open;
    for (const Request& request : requests_of_step(trace, block, step, Space::shared)) {
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(request.site)];
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
    const std::vector<std::int32_t> words = words_of_request(trace, request);
    const std::vector<int> wavefronts = wavefront_of_lanes(trace, request);
    MatrixRows rows;
    rows.begin.fill(-1);
    rows.wavefront.fill(-1);
    rows.wavefronts = request.shared.wavefronts;
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

std::optional<TileProduct> shown_product(const std::vector<MatrixAccess>& ranked,
                                         const std::vector<TileProduct>& products,
                                         const std::optional<RequestChoice>& choice) {
    const auto found =
        choice ? std::ranges::find(products, *choice, &TileProduct::choice) : products.end();
    if (found != products.end()) return *found;
    if (ranked.empty() && !products.empty()) return products.front();
    return std::nullopt;
}

std::optional<RequestChoice> moved_matrices(const Trace& trace, int block, int step,
                                            const std::optional<RequestChoice>& choice,
                                            RequestMove move) {
    const std::vector<MatrixAccess> ranked = ranked_matrices(trace, block, step);
    const std::vector<TileProduct> products = products_of_step(trace, block, step);
    if ((ranked.empty() && products.empty()) || move == RequestMove::worst) return std::nullopt;
    std::vector<RequestChoice> all;
    for (const MatrixAccess& access : ranked) all.push_back(choice_of(access.matrices.front()));
    for (const TileProduct& product : products) all.push_back(product.choice);
    const auto product = shown_product(ranked, products, choice);
    const RequestChoice now =
        product ? product->choice : choice_of(chosen_matrices(ranked, choice)->matrices.front());
    const auto at = std::ranges::find(all, now);
    if (move == RequestMove::worse) return at == all.begin() ? *at : *(at - 1);
    if (move == RequestMove::milder) return at + 1 == all.end() ? *at : *(at + 1);
    // But for its warp the same choice, of the next warp that has it.
    const int by = move == RequestMove::next_warp ? 1 : -1;
    for (RequestChoice other = now; (other.warp += by) >= 0 && other.warp < trace.warps();) {
        if (std::ranges::find(all, other) != all.end()) return other;
    }
    return now;
}

}  // namespace stridescope
