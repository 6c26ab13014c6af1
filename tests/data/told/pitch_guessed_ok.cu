// Forces on a field with pitched rows. No main: the launch is a guess, and a pitch is no less than
// a row.
struct Vector {
    float x, y;
};
__global__ void add_forces(Vector* v, int first_x, int first_y, float fx, float fy, size_t pitch) {
    int tx = threadIdx.x, ty = threadIdx.y;
    Vector* at = (Vector*)((char*)v + (ty + first_y) * pitch) + tx + first_x;
    Vector old = *at;
    old.x += fx / (1 + tx * tx);
    old.y += fy / (1 + ty * ty);
    *at = old;
}
// told: nothing
