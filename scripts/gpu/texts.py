"""Holds the machine's counts of CUDA texts against the hardware's counters.

Each text of the library is run by stridescope-cli at some settings of its knobs, and compiled by
nvcc as it stands, with a host that launches it once for each setting on the same numbers; Nsight
Compute counts. A second program has its shared arrays volatile, so that the compiler leaves every
access as it is written."""

import concurrent.futures
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import zipfile

from .tools import Tools

# What the machine counts, and the counter that is the same.
COUNTERS = {
    "load_requests": "smsp__sass_inst_executed_op_shared_ld.sum",
    "load_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "store_requests": "smsp__sass_inst_executed_op_shared_st.sum",
    "store_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "atomic_requests": "smsp__inst_executed_op_shared_atom.sum",
    "atomic_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
}
# The same by another counter, which sees what passes the unit, ours or not; the one above is of
# a model that has wide loads too dear where lanes agree with their neighbours. The smaller counts.
ALSO = {"load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"}
# Atomics on global memory are counted by two: those whose result is used, and those without.
GLOBAL_ATOMICS = ("l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
                  "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum")
VARIANTS = ("compiled", "written")

HOST = """
static void* filled(const char* folder, const char* name, size_t bytes) {
    char path[4096];
    std::snprintf(path, sizeof path, "%s/%s", folder, name);
    std::vector<char> data(bytes + 1);
    FILE* file = std::fopen(path, "rb");
    if (!file || std::fread(data.data(), 1, bytes, file) != bytes) {
        std::fprintf(stderr, "cannot read %s\\n", path);
        std::exit(2);
    }
    std::fclose(file);
    void* device = nullptr;
    if (cudaMalloc(&device, bytes > 0 ? bytes : 1) != cudaSuccess) std::exit(3);
    cudaMemcpy(device, data.data(), bytes, cudaMemcpyHostToDevice);
    return device;
}
"""

# What the Toolkit has for pointers that are not volatile, for those that are. For additions of 1 the
# assembler has an instruction that adds up the lanes of a word first: here it cannot know that it
# is 1.
VOLATILE = """
template <class P, class V>
__device__ P atomicAdd(volatile P* at, V value) {
    return ::atomicAdd(const_cast<P*>(at), P(value) + P(__activemask() == 0));
}
"""


def card_of(text):
    """The fields of a card: name -> list of values."""
    fields = {}
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        for name, value in re.findall(r"(\w+):\s+(.*?)(?=\s{2,}\w+:\s|$)", line[2:]):
            fields.setdefault(name, []).append(value.strip())
    return fields


def defines_of(text):
    return {name: value for name, value in
            re.findall(r"^#define\s+(\w+)\s+(-?[\d.]+f?)\s*(?://.*)?$", text, re.MULTILINE)}


def settings_of(text):
    """Three settings of the knobs: as written, odd, and large."""
    defaults = defines_of(text)
    odd, large = {}, {}
    for knob in card_of(text).get("knob", []):
        name, *values = knob.split()
        if name not in defaults or not re.fullmatch(r"\d+", defaults[name]):
            continue
        now = int(defaults[name])
        numbers = [int(value) for value in values if value.isdigit()]
        if name == "N":
            odd[name], large[name] = now - now // 4 - 3, 2 * now + 1
        elif name in ("BLOCK", "TILE") and numbers:
            smaller = [n for n in numbers if n < now]
            odd[name] = smaller[-1] if smaller else now
        elif numbers:
            others = [n for n in numbers if n != now]
            large[name] = others[0] if others else now
    return [{}, odd, large]


def choices_of(text):
    """The three settings, and each choice of a block scan, padding, type and the like."""
    made = []
    for settings in settings_of(text):
        if settings not in made:
            made.append(settings)
    defaults = dict(re.findall(r"^#define\s+(\w+)\s+(\S+)\s*(?://.*)?$", text, re.MULTILINE))
    for knob in card_of(text).get("knob", []):
        name, *values = knob.replace(",", " ").split()
        if name not in ("SCAN", "PADDING", "OPERATOR", "EXCLUSIVE", "COARSEN", "PAD", "T"):
            continue
        # "…" stands for what lies between.
        made += [{name: value} for value in values
                 if value not in ("…", "..") and value != defaults.get(name)]
    return made


HEADER = re.compile(r"^#include <.*>", re.MULTILINE)


def whole(path):
    """A text with the texts that it includes put in."""

    def included(match):
        return whole(path.parent / match[1])

    return re.sub(r'^#include "([^"]+)"', included, path.read_text(encoding="utf-8"),
                  flags=re.MULTILINE)


# `last` chooses one of two values: where a loaded one is not chosen, the assembler skips even a
# volatile load of it. Handed through a shuffle, its value is needed.
CHOICE = "return b != 0 ? b : a;"
NEEDED_CHOICE = "a = __shfl_sync(__activemask(), a, threadIdx.x % 32); " + CHOICE


def as_written(body):
    """With volatile in front of shared arrays, of the pointers to them, and of what a kernel only
    reads; with loops that are not unrolled: unrolled, lanes that leave at different rounds would
    load together what the text has one after another."""
    parameters = set()
    for signature in re.findall(r"__global__[^(]*\(([^)]*)\)", body):
        parameters.update(re.findall(r"(\w+)\s*(?:,|$)", signature))

    def pointer(match):
        return match[0] if match[1] in parameters else f"volatile {match[0]}"

    body = re.sub(r"(?<!unroll\n)^( *)(for|while) \(", r"\1#pragma unroll 1\n\1\2 (", body,
                  flags=re.MULTILINE)
    body = body.replace(CHOICE, NEEDED_CHOICE)
    body = re.sub(r"\b__shared__ ", "__shared__ volatile ", body)
    body = re.sub(r"(?<!const )(?<!volatile )\bT\*\s*(\w+)", pointer, body)
    return re.sub(r"\bconst T\*", "const volatile T*", body)


def members(path):
    """Of a trace: its meta.json, and a function that gives the bytes of an array of numbers."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()
                 if name == "meta.json" or re.fullmatch(r"array_\d+_before\.npy", name)}

    def numbers(name):
        data = parts.get(f"{name}.npy", b"")
        # NumPy's format: 6 bytes of magic, 2 of version, the header's length, the header, the data.
        return data[10 + int.from_bytes(data[8:10], "little"):]

    return json.loads(parts["meta.json"]), numbers


def with_defines(text, settings):
    for name, value in settings.items():
        text = re.sub(rf"^(#define\s+{name}\s+)\S+", rf"\g<1>{value}", text, flags=re.MULTILINE)
    return text


def undefine(text):
    return "\n".join(f"#undef {name}" for name in re.findall(r"^#define\s+(\w+)", text, re.MULTILINE))


# All blocks are to find room on the machine: on a GPU they do.
ROOM = ["--sms", "64", "--resident", "32"]


def run_cli(cli, path, settings, folder):
    """What the program reports of the text, its trace's meta.json, and what its arrays held."""
    flags = [part for name, value in settings.items() for part in ("-D", f"{name}={value}")]
    name = "_".join([path.stem, *(f"{key}{value}" for key, value in settings.items())])
    trace = folder / f"{name}.npz"
    done = subprocess.run([cli, "record", str(path), *flags, *ROOM, "-o", str(trace)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{path}: {done.stderr.strip()}")
    report = subprocess.run([cli, "report", str(trace), "--format", "json"],
                            capture_output=True, text=True, check=True).stdout
    meta, numbers = members(trace)
    trace.unlink()
    return json.loads(report), meta, numbers


def launch_code(number, text, settings, folder, path, variant, meta, numbers):
    """The text in a namespace of its own, and its launch."""
    fills = []
    for k, array in enumerate(meta["arrays"]):
        if array["space"] != "global":
            continue
        data = numbers(f"array_{k}_before")
        file = f"{path.stem}_{number}_{array['name']}.bin"
        (folder / file).write_bytes(data)
        fills.append((array["name"], file, len(data)))
    body = HEADER.sub("", with_defines(whole(path), settings))
    if variant == "written":
        body = as_written(body)
    code = f"namespace run_{number} {{\n{body}\n"
    code += "static void launch(const char* folder) {\n"
    for name, file, size in fills:
        constant = re.search(rf"__(?:constant|device)__\s+([\w ]+?)\s+{name}\s*[\[;=]", body)
        if constant:
            code += (f"  {{ void* p = filled(folder, \"{file}\", {size}); void* to = nullptr;\n"
                     f"    cudaGetSymbolAddress(&to, {name});\n"
                     f"    cudaMemcpy(to, p, {size}, cudaMemcpyDeviceToDevice); }}\n")
            continue
        pointer = re.search(rf"__global__[^(]*\([^)]*?(?:const\s+)?([\w ]+?)\s*\*\s*(?:__restrict__\s*)?{name}\b",
                            body, re.DOTALL)
        # An array that only a later launch takes, under another's name, has its type in the card.
        pointer = pointer or re.search(rf"\b{name}:\s*([\w ]+?)\[", text)
        kind = re.sub(r"\bconst\b", "", pointer.group(1)).strip()
        code += f"  {kind}* {name} = static_cast<{kind}*>(filled(folder, \"{file}\", {size}));\n"
    for launch in card_of(text)["launch"]:
        code += f"  {launch};\n"
    code += "  if (cudaDeviceSynchronize() != cudaSuccess) std::exit(4);\n}\n}\n" + undefine(body)
    return code


def prepare(cli, root, folder, arch, settings_of_text=settings_of):
    """Writes and compiles a program for each text and variant, and what is expected of each."""
    folder.mkdir(parents=True, exist_ok=True)
    plan = []
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(root.glob("kernels/*/*.cu"))}
    # What these headers bring along is CUDA's own for nvcc, and a text of ours for the machine.
    texts = {path: text for path, text in texts.items()
             if not re.search(r"#include <(cub/|mma\.h|cuda_fp16|cooperative_groups)", text)}
    runs_of = {}
    for path, text in texts.items():
        if "launch" not in card_of(text):
            continue
        runs_of[path] = []
        for settings in settings_of_text(text):
            if settings not in [known for known, _ in runs_of[path]]:
                run = pool.submit(run_cli, cli, path, settings, folder)
                runs_of[path].append((settings, run))
    for path, own_runs in runs_of.items():
        text = texts[path]
        for variant in VARIANTS:
            code = "#include <cstdio>\n#include <cstdlib>\n#include <vector>\n"
            # Within a namespace no header can be included.
            code += "".join(line + "\n" for line in HEADER.findall(whole(path))) + HOST
            if variant == "written":
                code += VOLATILE
            runs, numbers_of_runs = [], []
            for number, (settings, run) in enumerate(own_runs):
                try:
                    report, meta, numbers = run.result()
                except RuntimeError as refused:  # a choice that does not go with the others
                    print(refused, file=sys.stderr)
                    continue
                numbers_of_runs.append(number)
                code += launch_code(number, text, settings, folder, path, variant, meta,
                                    numbers) + "\n"
                counts = {name: report["totals"][name]
                          for name in [*COUNTERS, "global_atomic_requests"]}
                merged = report["as_compiled"] if variant == "compiled" else None
                runs.append({"settings": settings, "launches": len(report["launches"]),
                             "counts": counts,
                             "predicted": {name: (merged or {}).get(name, count)
                                          for name, count in counts.items()}})
            code += "int main(int, char** argv) {\n"
            code += "".join(f"  run_{n}::launch(argv[1]);\n" for n in numbers_of_runs)
            code += "  return 0;\n}\n"
            source = folder / f"{path.stem}_{variant}.cu"
            source.write_text(code, encoding="utf-8")
            plan.append({"text": str(path.relative_to(root)), "variant": variant, "runs": runs,
                         "program": source.with_suffix(".out").name})

    def build(entry):
        program = folder / entry["program"]
        built = subprocess.run([Tools.find("nvcc") or "nvcc", f"-arch={arch}", "-std=c++17", "-w", "-I",
                                (root / entry["text"]).parent, "-o", program,
                                program.with_suffix(".cu")],
                               capture_output=True, text=True, check=False)
        if built.returncode != 0:
            entry["refused"] = built.stderr.splitlines()[0] if built.stderr else "nvcc failed"

    list(pool.map(build, plan))
    pool.shutdown()
    (folder / "plan.json").write_text(json.dumps(plan, indent=1), encoding="utf-8")
    return plan


def count(folder, out, wanted=lambda entry: True):
    """Counts on the GPU of this machine; a CSV for each program."""
    out.mkdir(parents=True, exist_ok=True)
    metrics = ",".join([*COUNTERS.values(), *ALSO.values(), *GLOBAL_ATOMICS])
    for entry in json.loads((folder / "plan.json").read_text(encoding="utf-8")):
        if "refused" in entry or not wanted(entry):
            continue
        program = folder / entry["program"]
        os.chmod(program, 0o755)
        command = [Tools.find("ncu") or "ncu", "--csv", "--print-units", "base", "--metrics",
                   metrics, program, str(folder)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False,
                                  timeout=120)
        except subprocess.TimeoutExpired:
            (out / f"{program.stem}.err").write_text("timed out\n", encoding="utf-8")
            continue
        (out / f"{program.stem}.csv").write_text(done.stdout, encoding="utf-8")
        if done.returncode != 0:
            (out / f"{program.stem}.err").write_text(done.stdout + done.stderr, encoding="utf-8")


def counted(path):
    """Of each launch, in order, what was counted: metric -> number."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return []
    launches = {}
    for row in csv.DictReader(io.StringIO("\n".join(lines[start:]))):
        value = row["Metric Value"].replace(",", "")
        if re.fullmatch(r"[\d.]+", value):
            launches.setdefault(int(row["ID"]), {})[row["Metric Name"]] = int(float(value))
    return [launches[number] for number in sorted(launches)]


def hardware_count(name, launches):
    """What was counted of these launches, or None: some metric is not there."""
    if name == "global_atomic_requests":
        if all(metric in launch for launch in launches for metric in GLOBAL_ATOMICS):
            return sum(launch[metric] for launch in launches for metric in GLOBAL_ATOMICS)
        return None
    total = 0
    for launch in launches:
        if COUNTERS[name] not in launch:
            return None
        total += min(launch[metric] for metric in (COUNTERS[name], ALSO.get(name))
                     if metric in launch)
    return total


def compare(folder, out):
    """Rows: text, variant, settings, what, machine, predicted, hardware. `machine` is what is
    written, `predicted` what loads come to that the compiler makes one of."""
    rows = []
    for entry in json.loads((folder / "plan.json").read_text(encoding="utf-8")):
        file = out / f"{pathlib.Path(entry['program']).stem}.csv"
        if "refused" in entry or not file.exists():
            continue
        launches, at = counted(file), 0
        for run in entry["runs"]:
            own = launches[at:at + run["launches"]]
            at += run["launches"]
            for name, machine in run["counts"].items():
                hardware = hardware_count(name, own) if own else None
                if hardware is not None:
                    rows.append((entry["text"], entry["variant"], run["settings"], name, machine,
                                 run["predicted"][name], hardware))
    return rows


def table(rows):
    """Of each variant: figures, those that are equal as written, and as predicted; of those that
    differ from what is written, how many the prediction explains, and how many it gets wrong that
    were right."""
    lines = ["| variant | figures | equal as written | equal as predicted | explained | spoiled |",
             "| --- | --- | --- | --- | --- | --- |"]
    for variant in VARIANTS:
        own = [row[4:] for row in rows if row[1] == variant]
        lines.append(f"| {variant} | {len(own)} "
                     f"| {sum(machine == hardware for machine, _, hardware in own)} "
                     f"| {sum(predicted == hardware for _, predicted, hardware in own)} "
                     f"| {sum(machine != predicted == hardware for machine, predicted, hardware in own)} "
                     f"| {sum(predicted != machine == hardware for machine, predicted, hardware in own)} |")
    return "\n".join(lines)
