"""A homework of each of four kinds, pasted as it was written and with nothing set: that its bug is
seen in the first picture that comes, and is gone from it once it is fixed."""

import unittest

from window_driver import WindowTest
from x_client import Clipboard

SCAN = """#define SECTION_SIZE 32
__global__ void Kogge_Stone_scan_kernel(float *X, float *Y, unsigned int N) {
    __shared__ float XY[SECTION_SIZE];
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        XY[threadIdx.x] = X[i];
    } else {
        XY[threadIdx.x] = 0.0f;
    }
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp;
        if (threadIdx.x > stride)
            temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x > stride)
            XY[threadIdx.x] = temp;
    }
    if (i < N) {
        Y[i] = XY[threadIdx.x];
    }
}
"""

REDUCTION = """#include <cstdio>
#include <numeric>
#include <vector>
const int THREADS = 256;

__global__ void reduce(const float* in, float* out) {
    __shared__ float sdata[THREADS];
    unsigned int tid = threadIdx.x;
    sdata[tid] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

int main() {
    const int n = 1024;
    std::vector<float> h(n, 1.0f), part(n / THREADS);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, part.size() * sizeof(float));
    cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    reduce<<<n / THREADS, THREADS>>>(d_in, d_out);
    cudaMemcpy(part.data(), d_out, part.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("sum = %.0f, expected %d\\n", std::accumulate(part.begin(), part.end(), 0.0f), n);
}
"""

TILE = """#define TILE_DIM 32
__global__ void transpose(float *odata, const float *idata, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = idata[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    if (x < height && y < width)
        odata[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
"""

HISTOGRAM = """__global__ void histo_kernel(unsigned char *buffer, long size, unsigned int *histo) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        histo[buffer[i]]++;
        i += stride;
    }
}
"""

# Colours of the light theme.
WRONG = (0xC1, 0x12, 0x1F)
SIZE = (1280, 800)


class Homework(WindowTest):
    def paste(self, program, text):
        """Another program copied the text; here it is pasted, over what stands in the text."""
        clipboard = Clipboard(self.display.name, text)
        try:
            if "start.paste" in program.read()["widgets"]:
                program.click("start.paste")
            else:
                program.click("editor.text", 0.3, 0.3)
                program.wait(lambda now: now["idle"] and now["writing"], "the keyboard in the text")
                program.keys("ctrl+a", "ctrl+v")
            program.wait(lambda now: now["state"]["document"]
                         and now["state"]["document"]["text"] == text, "the text")
        finally:
            clipboard.close()
        program.xdotool("mousemove", "--window", program.window, 5, SIZE[1] - 60)
        return program.wait(lambda now: now["idle"] and now["state"]["document"]["is_shown"]
                            and now["pointer"]["y"] > SIZE[1] - 65, "a run of it")

    def begin(self, text):
        program = self.start("--welcome", "--size", f"{SIZE[0]}x{SIZE[1]}")
        program.widget("start.paste")
        return program, self.paste(program, text)

    def pixels(self, program, name, wanted, above=0):
        """How many pixels of a widget are `wanted`, a function of their red, green and blue; and of
        so many rows above it."""
        box = program.widget(name)
        _, _, rows = self.display.pixels(*SIZE)
        count = 0
        for y in range(round(box["y"]) - above, min(round(box["y"] + box["h"]), SIZE[1])):
            row = rows[y]
            for x in range(round(box["x"]), min(round(box["x"] + box["w"]), SIZE[0])):
                count += wanted(tuple(row[3 * x:3 * x + 3]))
        return count

    def red(self, program, name):
        return self.pixels(program, name, lambda pixel: all(
            abs(a - b) < 24 for a, b in zip(pixel, WRONG)))

    def black(self, program, name):
        return self.pixels(program, name, lambda pixel: max(pixel) < 0x40)

    def test_a_scan_that_is_off_by_one_lacks_an_element(self):
        program, now = self.begin(SCAN)
        self.assertEqual((now["state"]["step"], now["state"]["error"]), (0, ""))
        # A ring round Y[1], and below it of what that is made.
        wrong = self.black(program, "tree.picture")
        now = self.paste(program, SCAN.replace("threadIdx.x > stride", "threadIdx.x >= stride"))
        self.assertEqual(now["state"]["step"], 0)
        self.assertGreater(wrong, self.black(program, "tree.picture") + 150)

    def test_a_missing_barrier_is_a_race_at_the_step_where_it_shows(self):
        program, now = self.begin(REDUCTION)
        state, widgets = now["state"], now["widgets"]
        race = state["trace"]["findings"][0]
        self.assertEqual((race["kind"], state["step"]), ("race", race["step"]))
        self.assertGreater(state["step"], 0)
        self.assertEqual(widgets["editor.printed"]["tip"], "sum = 512, expected 1024")
        for told in (state["trace"]["status"]["output"], widgets["editor.says"]["tip"]):
            self.assertIn("Threads 0 and 64 race on sdata[64]", told)
        # The words that threads race on are red, and so is what is said of them below the text.
        self.assertGreater(self.red(program, "memory.picture"), 1000)
        self.assertGreater(self.red(program, "editor.says"), 50)
        now = self.paste(program, REDUCTION.replace("        }\n    }\n",
                                                    "        }\n        __syncthreads();\n    }\n"))
        self.assertEqual(now["state"]["trace"]["findings"], [])
        self.assertEqual(now["state"]["trace"]["status"]["output"],
                         'no faults found; the text printed "sum = 1024, expected 1024"')
        self.assertEqual(self.red(program, "memory.picture"), 0)

    def test_a_tile_without_padding_has_a_dark_step(self):
        program, now = self.begin(TILE)
        state = now["state"]
        self.assertEqual((state["step"], state["turn"]), (0, "heatmap"))
        self.assertEqual(state["trace"]["excess"], 992)
        dark = lambda: self.pixels(program, "heatmap.picture", lambda pixel: pixel[0] < 0x20
                                   and pixel[1] < 0x40 and 0x40 < pixel[2] < 0x70)
        self.assertGreater(dark(), 2000, "a whole row of 32-way conflicts")
        # So has the timeline, above the step.
        orange = lambda: self.pixels(program, "timeline.step.1", lambda pixel: pixel[0] > 0xD0
                                     and 0xA0 < pixel[1] < 0xC0 and pixel[2] < 0xA0, above=24)
        self.assertGreater(orange(), 2000)
        now = self.paste(program, TILE.replace("[TILE_DIM];", "[TILE_DIM + 1];"))
        self.assertEqual(now["state"]["trace"]["excess"], 0)
        self.assertEqual((dark(), orange()), (0, 0))

    def test_a_histogram_without_atomics_races_on_its_bins(self):
        program, now = self.begin(HISTOGRAM)
        state = now["state"]
        self.assertEqual(state["trace"]["findings"][0]["kind"], "race")
        self.assertEqual(state["step"], state["trace"]["findings"][0]["step"])
        # It has no banks: what it does to global memory is seen instead.
        self.assertEqual(state["turn"], "global")
        self.assertGreater(self.red(program, "tree.picture"), 300, "rings round the bins")
        now = self.paste(program, HISTOGRAM.replace("histo[buffer[i]]++",
                                                    "atomicAdd(&histo[buffer[i]], 1)"))
        self.assertEqual(now["state"]["trace"]["findings"], [])
        self.assertEqual(self.red(program, "tree.picture"), 0)
        # The next one has banks, and they are seen again.
        self.assertEqual(self.paste(program, TILE)["state"]["turn"], "heatmap")


if __name__ == "__main__":
    unittest.main()
