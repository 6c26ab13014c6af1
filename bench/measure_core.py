"""Texts, recordings, what follows from them, traces and pictures: Google Benchmark's programs."""

from measuring import benchmarks, digits, judged, machine, seconds, table

KOGGE = "Kogge–Stone, 2²⁰ elements"


def measure(build):
    of = {}
    for program, pattern in (
            ("machine_bench", "text_to_program|parse|edit_to|_recorded/2|judging.*/2"),
            ("recording_bench", "."),
            ("drawing_bench", "/(1024|8192)/|^time_")):
        found = benchmarks(build / "bench" / program, pattern, 3, 0.2)
        of |= found

    def cpu(name):
        return of[name]["cpu_time"]

    def real(name):
        return of[name]["real_time"]

    rows = []

    def row(what, goal, text):
        rows.append((what, goal, text))

    row("Kogge–Stone's text: parsed", "", seconds(cpu("kogge_stone_parse")))
    value = cpu("kogge_stone_text_to_program")
    row("… to the machine's program", "< 1 ms", judged(value, 1e-3, seconds(value)))
    value = cpu("edit_to_recording")
    row("from an edit to what the machine recorded of 1,024 threads", "≤ 5 ms",
        judged(value, 5e-3, seconds(value)))
    value = of["kogge_stone_recorded/2"]["lane_steps/s"]
    row(f"{KOGGE}, all recorded by the machine", "≥ 400 million lane-steps a second",
        judged(value, 400e6, f"{digits(value / 1e6)} million", at_least=True))
    value = of["brent_kung_recorded/2"]["lane_steps/s"]
    row("Brent–Kung, 2²⁰ elements, two for each thread, the same", "",
        f"{digits(value / 1e6)} million")
    value = cpu("product_256_recorded/2")
    row("a product of 256² matrices, tiles of 16, the same", "< 100 ms",
        judged(value, 0.1, seconds(value)))
    for name, title in (("reduction", "a reduction"), ("product", "the product"),
                        ("kogge_stone", "Kogge–Stone"), ("brent_kung", "Brent–Kung"),
                        ("transpose", "a transposition"), ("bitonic", "a bitonic sort"),
                        ("network", "a network that sorts keys and values"),
                        ("warp_scan", "blocks of one warp, which scan"),
                        ("histogram", "a histogram, bins of each block's own"),
                        ("histogram_global", "a histogram, bins of all blocks"),
                        ("one_thread", "blocks of one thread"),
                        ("one_thread_shared", "blocks of one thread that sort in shared memory")):
        value = of[f"judging/{name}/2"]["ratio"]
        row(f"{title}, recorded with its races judged, against without", "≤ 1.5 ×",
            judged(value, 1.5, f"{digits(value, 2)} ×"))
    recording = cpu("BM_RecordKoggeStone/1048576/process_time")
    row(f"{KOGGE}, as a trace with origins and snapshots", "", seconds(recording))
    row("the peer: `std::inclusive_scan` of as many, nothing recorded", "",
        seconds(cpu("BM_StdInclusiveScan/1048576")))
    value = cpu("BM_AnalyseAllBlocks")
    row("its analysis (work, lines, conflicts, races)", "≤ 1 × its recording",
        judged(value, recording, f"{seconds(value)}: {digits(value / recording, 2)} ×"))
    writing = "BM_EncodeAllBlocks/process_time/real_time"
    value = cpu(writing)
    row("writing it as `.npz`, both cores", "≤ 3 × its recording",
        judged(value, 3 * recording, f"{seconds(value)}: {digits(value / recording, 2)} × "
               f"({seconds(real(writing))} of real time)"))
    reading = "BM_DecodeAllBlocks/process_time/real_time"
    row("reading it again, both cores", "",
        f"{seconds(cpu(reading))} ({seconds(real(reading))} of real time)")
    for kernel, title in ((0, "Kogge–Stone"), (1, "Brent–Kung")):
        end = f"/brent_kung:{kernel}"
        row(f"{title}, 8,192 elements in one block: work · conflicts · edges of all steps", "",
            " · ".join(seconds(cpu(f"BM_{name}{end}"))
                       for name in ("WorkTable", "ConflictMap", "Edges")))
        row("… its trace written · read", "",
            " · ".join(seconds(cpu(f"BM_{name}{end}")) for name in ("EncodeTrace", "DecodeTrace")))
    for run, title in (("kogge-stone/1024", "Kogge–Stone, 1,024 elements"),
                       ("brent-kung/8192", "Brent–Kung, 8,192 elements")):
        row(f"{title}: scene of a step's tree · memory · heatmap", "≤ 30 ms each",
            " · ".join(judged(cpu(name), 0.03, seconds(cpu(name))) for name in (
                f"{each}_scene/{run}/min_time:0.300/real_time"
                for each in ("tree", "memory", "heatmap"))))
        row("… drawn by a software renderer, in real time: tree · memory", "≤ 30 ms each",
            " · ".join(judged(real(name), 0.03, seconds(real(name))) for name in (
                f"{each}_picture/{run}/min_time:0.300/real_time" for each in ("tree", "memory"))))
    value = cpu("time_scene/64x32/min_time:0.500/process_time/real_time")
    row("Times of 64 blocks of 32 warps: scene of a step", "≤ 30 ms",
        judged(value, 0.03, seconds(value)))
    moved = [cpu(f"time_panned/64x32{far}/min_time:0.500/process_time/real_time")
             for far in ("", "/stretched", "/zoomed", "/near")]
    row("… drawn by a software renderer while it is panned, by all cores together: whole · stretched · zoomed · near",
        "≤ 16.7 ms each: 60 a second", " · ".join(judged(each, 1 / 60, seconds(each)) for each in moved))
    return (table(("what", "goal", "measured"), rows)
            + f"\n\nProcessor time of one core where nothing else is said, medians of 3. {machine()}")
