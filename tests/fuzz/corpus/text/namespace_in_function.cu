__global__ void k(int* x) {
    namespace a {
    namespace b {}
    int y;
    }  // namespace a
    *x = 1;
}
