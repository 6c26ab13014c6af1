// Each thread makes a list of nodes by new, sums it, and gives the nodes back.
#include <cstdio>
struct Node {
    int value;
    Node* next;
};
__global__ void lists(int* out) {
    Node* head = nullptr;
    for (int i = 1; i <= 5; ++i) {
        Node* n = new Node;
        n->value = i * (int)threadIdx.x;
        n->next = head;
        head = n;
    }
    int sum = 0;
    while (head != nullptr) {
        sum += head->value;
        Node* next = head->next;
        delete head;
        head = next;
    }
    out[threadIdx.x] = sum;
}
int main() {
    int h[32], *d;
    cudaMalloc(&d, sizeof h);
    lists<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i)
        if (h[i] != 15 * i) return 1;
    printf("ok\n");
}
// told: nothing
