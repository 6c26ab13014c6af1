struct F {
    struct G {
        struct {};
        struct G {