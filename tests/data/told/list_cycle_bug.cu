struct Node {
    int next;
    int value;
};
__global__ void link(Node* nodes, int n) {
    const int i = threadIdx.x;
    nodes[i].value = i;
    nodes[i].next = i + 1 < n ? i + 1 : n - 3;
}
__global__ void follow(const Node* nodes, int* out) {
    int at = 0;
    while (nodes[at].next >= 0) at = nodes[at].next;
    out[threadIdx.x] = nodes[at].value;
}
int main() {
    Node* nodes;
    int* out;
    cudaMalloc(&nodes, 16 * sizeof(Node));
    cudaMalloc(&out, 32 * sizeof(int));
    link<<<1, 16>>>(nodes, 16);
    follow<<<1, 32>>>(nodes, out);
    return cudaDeviceSynchronize();
}
// told: Line 12: .*after every 3 rounds all that could end the loop is as before
