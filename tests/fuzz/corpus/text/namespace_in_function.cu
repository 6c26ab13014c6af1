__global__ void k(int *x) {
    namespace a {
    namespace b {}
    int y;
    }
    *x = 1;
}
