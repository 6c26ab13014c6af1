#include "app/scene/source/line_columns.h"

namespace stridescope {

std::vector<LineColumns> line_column_choices() {
    constexpr LineColumn requests{"requests", false, &LineCounts::requests};
    constexpr LineColumn wavefronts{"wavefronts", false, &LineCounts::wavefronts};
    constexpr LineColumn excess{"excess", false, &LineCounts::excess};
    constexpr LineColumn all_requests{"requests", true, &LineCounts::requests};
    constexpr LineColumn all_wavefronts{"wavefronts", true, &LineCounts::wavefronts};
    constexpr LineColumn all_excess{"excess", true, &LineCounts::excess};
    return {{requests, wavefronts, excess, all_requests, all_wavefronts, all_excess},
            {wavefronts, excess, all_wavefronts, all_excess},
            {wavefronts, excess}};
}

}  // namespace stridescope
