// Views of several dimensions: what <cuda/std/mdspan> makes of them, by its own headers.
#include <cstdio>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <cuda/std/utility>

using grid = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;
using fixed = cuda::std::mdspan<int, cuda::std::extents<int, 3, 4>>;
using mixed = cuda::std::mdspan<int, cuda::std::extents<int, cuda::std::dynamic_extent, 4>>;
using columns = cuda::std::mdspan<int, cuda::std::dextents<int, 3>, cuda::std::layout_left>;

template <typename M>
void about(const char* name, const M& m) {
    std::printf("%s: %d of", name, (int)m.rank());
    for (int i = 0; i < (int)m.rank(); ++i)
        std::printf(" %d/%d", (int)m.extent(i), (int)m.stride(i));
    std::printf(", %d\n", (int)m.size());
}

float sum(grid g) {
    float all = 0;
    for (int i = 0; i < g.extent(0); ++i) {
        for (int j = 0; j < g.extent(1); ++j) all = all * 0.5f + g(i, j);
    }
    return all;
}

int main() {
    float numbers[24];
    int items[24];
    for (int i = 0; i < 24; ++i) {
        numbers[i] = i;
        items[i] = 100 + i;
    }
    grid g(numbers, 4, 6);
    g(2, 3) += 0.5f;
    fixed f(items);
    mixed m(items, 6);
    columns c(items, 2, 3, 4);
    cuda::std::mdspan d(numbers, 2, 3, 4);
    const cuda::std::mdspan line(items, 24);
    about("grid", g);
    about("fixed", f);
    about("mixed", m);
    about("columns", c);
    about("deduced", d);
    about("line", line);
    std::printf("%.3f %d %d %d %.1f %d %d\n", sum(g), f(2, 1), m(5, 3), c(1, 2, 3), d(1, 2, 1),
                line(7), g.data_handle() == numbers);
    cuda::std::span<float> part(numbers + 3, 5);
    auto two = cuda::std::make_pair((int)part.size(), part[1]);
    std::printf("%d %.1f %.1f\n", two.first, two.second, part.subspan(2, 2)[1]);
    return 0;
}
