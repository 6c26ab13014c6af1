// Matrices that a warp loads or stores together: eight rows of 16 bytes, an address each, which
// ldmatrix hands out to the lanes and stmatrix collects from them; and products of tiles, whose
// elements the lanes hold.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/analysis/request_choice.h"
#include "app/analysis/requests.h"
#include "app/trace/trace.h"

namespace stridescope {

inline constexpr int matrix_rows = 8;
/// Elements of 16 bits: so many are in a row.
inline constexpr int matrix_columns = 8;
inline constexpr int matrix_row_bytes = 16;

/// One such instruction of one warp.
struct MatrixAccess {
    SourceLine place{};
    std::string name{};               ///< "ldmatrix.x4.trans"
    bool transposed = false;          ///< lanes hold pairs of a column, not of a row
    std::vector<Request> matrices{};  ///< one to four, each a request of its own

    int wavefronts() const;
    int ideal() const;
};

/// Where one matrix's rows are, and who holds what of it.
struct MatrixRows {
    /// [row]: the byte of shared memory with which it begins; −1: nothing tells.
    std::array<int, matrix_rows> begin{};
    /// [row]: in which of the request's wavefronts it comes, from 0.
    std::array<int, matrix_rows> wavefront{};
    int wavefronts = 0;
};

/// All of the step of the block, in program order.
std::vector<MatrixAccess> matrices_of_step(const Trace& trace, int block, int step);

/// Whether any of the run's accesses is one.
bool has_matrices(const Trace& trace);

/// The rows of one matrix of the instruction.
MatrixRows rows_of_matrix(const Trace& trace, const MatrixAccess& access, std::size_t matrix);

/// The lane that names the row's address: eight for each matrix.
constexpr int lane_of_row(std::size_t matrix, int row) {
    return static_cast<int>(matrix) * matrix_rows + row;
}

/// The lane that holds the element, as PTX defines it.
constexpr int lane_of_element(bool transposed, int row, int column) {
    return transposed ? column * 4 + row / 2 : row * 4 + column / 2;
}

/// A product that a warp computes together, as d = a · b + c: `rows` × `inner` times `inner` ×
/// `columns`.
struct TileProduct {
    SourceLine place{};
    std::string name{};  ///< "mma.m16n8k16"
    int rows = 0, columns = 0, inner = 0;
    int block = 0, step = 0;
    RequestChoice choice{};  ///< which one of its step it is

    /// Who holds an element, as which of its own: a0, a1 …
    struct Holder {
        int lane = 0, element = 0;
        bool operator==(const Holder&) const = default;
    };
    Holder of_a(int row, int k) const;
    Holder of_b(int k, int column) const;
    Holder of_c(int row, int column) const;  ///< and of d
    /// Lanes hold elements four columns apart rather than pairs, as of tf32.
    bool single() const { return name.ends_with(".tf32"); }
};

/// All of the step of the block, in program order.
std::vector<TileProduct> products_of_step(const Trace& trace, int block, int step);

/// Whether there are any in the run.
bool has_products(const Trace& trace);

/// Those that cost most first; of equals in program order.
std::vector<MatrixAccess> ranked_matrices(const Trace& trace, int block, int step);

/// The one that the request is a part of, else the first of them; nothing: there is none.
std::optional<MatrixAccess> chosen_matrices(const std::vector<MatrixAccess>& ranked,
                                            const std::optional<RequestChoice>& choice);

/// Which product is shown: the one that is chosen, else, where nothing loads or stores matrices,
/// the first; nothing: none is.
std::optional<TileProduct> shown_product(const std::vector<MatrixAccess>& ranked,
                                         const std::vector<TileProduct>& products,
                                         const std::optional<RequestChoice>& choice);

/// The choice after the move among them and, behind them, the products; the same at the end of the
/// row; nothing chosen: the worst.
std::optional<RequestChoice> moved_matrices(const Trace& trace, int block, int step,
                                            const std::optional<RequestChoice>& choice,
                                            RequestMove move);

}  // namespace stridescope
