// What virtual methods do: compiled by a compiler, and run as a text, this prints the same.
#include <cstdio>
#include <vector>
struct Shape {
    int id;
    Shape(int i) : id(i) { printf("Shape %d %s\n", i, name()); }
    virtual ~Shape() { printf("~Shape %d %s\n", id, name()); }
    virtual double area() const = 0;
    virtual const char* name() const { return "shape"; }
    double twice() const { return 2 * area(); }
    virtual Shape* self() { return this; }
};
class Square : public Shape {
  public:
    float s;
    Square(int i, float x) : Shape(i), s(x) { printf("Square %s\n", name()); }
    ~Square() override { printf("~Square %s\n", name()); }
    double area() const override { return s * s; }
    const char* name() const override { return "square"; }
    Square* self() override { return this; }
};
class Cube final : public Square {
  public:
    Cube(int i, float x) : Square(i, x) {}
    double area() const final { return 6 * Square::area(); }
    const char* name() const override { return "cube"; }
};
class Disc : public Shape {
  public:
    double r = 2;
    Disc() : Shape(7) {}
    double area() const override;
};
double Disc::area() const {
    return 3 * r * r;
}
struct Plain {
    virtual int f() { return 1; }
    virtual int f(int x) const { return x; }
    int k = 5;
    virtual int g(int a = 3) { return a; }
};
struct Other : Plain {
    int f() override { return 2 + k; }
    int g(int a = 9) override { return 10 * a; }
};
void show(const Shape& s) {
    printf("%s %d %g %g\n", s.name(), s.id, s.area(), s.twice());
}
int by_value(Plain p) {
    return p.f();
}
template <typename T>
struct Op {
    virtual T apply(T x) = 0;
    virtual ~Op() {}
};
template <typename T>
struct Add : Op<T> {
    T by;
    Add(T b) : by(b) {}
    T apply(T x) override { return x + by; }
};
int main() {
    printf("%zu %zu %zu %zu %zu\n", sizeof(Shape), sizeof(Square), sizeof(Cube), sizeof(Disc),
           sizeof(Other));
    std::vector<Shape*> all;
    all.push_back(new Square(1, 3));
    all.push_back(new Cube(2, 2));
    all.push_back(new Disc);
    for (Shape* s : all) show(*s);
    for (Shape* s : all) {
        printf("%d\n", s->self() == s);
        delete s;
    }
    {
        Cube c(9, 1);
        show(c);
        Shape& r = c;
        printf("%g %g\n", r.area(), c.Square::area());
    }
    Plain p;
    Other o;
    Plain* q = &o;
    printf("%d %d %d %d\n", p.f(), q->f(), q->Plain::f(), q->f(4));
    printf("%d %d %d\n", q->g(), o.g(), p.g());
    printf("%d %d\n", by_value(o), by_value(p));
    Plain copy = *q;
    printf("%d\n", copy.f());
    Plain* r = &copy;
    printf("%d\n", r->f());
    Other o2 = o;
    q = &o2;
    printf("%d\n", q->f());
    p = o;
    q = &p;
    printf("%d\n", q->f());
    Op<int>* op = new Add<int>(4);
    printf("%d\n", op->apply(3));
    delete op;
    Op<double>* od = new Add<double>(0.5);
    printf("%g\n", od->apply(3));
    delete od;
    Shape* null = nullptr;
    delete null;
    return 0;
}
