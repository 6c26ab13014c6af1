// Matrices that a warp loads or stores together: eight rows of 16 bytes, an address each, which
// ldmatrix hands out to the lanes and stmatrix collects from them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/request_choice.h"
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

/// Those that cost most first; of equals in program order.
std::vector<MatrixAccess> ranked_matrices(const Trace& trace, int block, int step);

/// The one that the request is a part of, else the first of them; nothing: there is none.
std::optional<MatrixAccess> chosen_matrices(const std::vector<MatrixAccess>& ranked,
                                            const std::optional<RequestChoice>& choice);

/// The choice after the move among them, the same at the end of the row; nothing chosen: the worst.
std::optional<RequestChoice> moved_matrices(const Trace& trace, int block, int step,
                                            const std::optional<RequestChoice>& choice,
                                            RequestMove move);

}  // namespace stridescope
