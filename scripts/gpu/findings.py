"""compute-sanitizer and the program over texts of which it is known what is wrong with them: random
kernels (tests/gpu/random_kernel.h), and the texts of docs/findings.md."""

import concurrent.futures
import json
import os
import re
import subprocess
import sys

from . import texts
from .tools import ROOT, Result, say
from .sanitizers import TOOLS

sys.path.insert(0, str(ROOT / "tests/cli"))
from kinds_of_findings import KINDS, corrected, slug, text_of  # noqa: E402

#: What is said of the page's texts, in --out and in tests/data.
SAID = "said_of_findings.json"
EACH, FEW = 24, 3  # kernels of a kind
WORKERS = min(16, os.cpu_count() or 1)
# So that what a text accesses is accessed.
COMPILE = ("-std=c++17", "-G", "-w", "-include", "cassert", "-include", "cstdio", "-include", "cstdlib")

HOST = """
struct Entry { const char* name; void (*kernel)(int*, int*, int*, int*); int blocks; };
static int* words(int count, bool zeros) {
    int* at = nullptr;
    cudaMalloc(&at, count * sizeof(int));
    if (zeros) cudaMemset(at, 0, count * sizeof(int));
    return at;
}
static const Entry entries[] = {%(entries)s};
int main(int count, char** given) {
    for (int k = atoi(given[1]); k < (int)(sizeof entries / sizeof *entries); ++k) {
        printf("begins %%d\\n", k);
        fflush(stdout);
        int *g = words(%(g)d, true), *f = words(%(f)d, true), *w = words(%(w)d, false), *out = words(%(w)d, true);
        entries[k].kernel<<<entries[k].blocks, %(threads)d>>>(g, f, w, out);
        if (cudaDeviceSynchronize() != cudaSuccess) return 1;
        cudaFree(g); cudaFree(f); cudaFree(w); cudaFree(out);
    }
    printf("all\\n");
}
"""
MAIN = """
int main() {
    int *g, *f, *w, *out;
    cudaMalloc(&g, %(g)d * sizeof(int));
    cudaMalloc(&f, %(f)d * sizeof(int));
    cudaMalloc(&w, %(w)d * sizeof(int));
    cudaMalloc(&out, %(w)d * sizeof(int));
    cudaMemset(g, 0, %(g)d * sizeof(int));
    cudaMemset(f, 0, %(f)d * sizeof(int));
    %(name)s<<<%(blocks)d, %(threads)d>>>(g, f, w, out);
    cudaDeviceSynchronize();
    cudaFree(g);
    cudaFree(f);
    cudaFree(w);
    cudaFree(out);
}
"""


def check(tools, quick):
    if not tools.find("compute-sanitizer") or not tools.find("nvcc"):
        return [Result("findings", False, "not run: compute-sanitizer or nvcc was not found")]
    if not tools.generator:
        return [Result("findings", False, "not run: random_kernels was not built (--generator)")]
    folder = tools.out / "findings"
    folder.mkdir(exist_ok=True)
    return [random_kernels(tools, folder, FEW if quick else EACH), texts_of_the_page(tools, folder)]


def compiled(tools, source):
    """The program, or None."""
    program = source.with_suffix(".out")
    code, _ = tools.run([tools.find("nvcc"), f"-arch={tools.arch}", *COMPILE, "-o", program, source],
                        f"findings/{source.stem}.nvcc.log")
    return program if code == 0 else None


def run(command, seconds):
    """(ended in time, what it printed)."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          text=True, errors="replace", start_new_session=True) as process:
        try:
            return True, process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            return False, process.communicate()[0] or ""


def under(tools, tool, program, *arguments):
    # A kernel that is ended for what it did ends no other one.
    return [tools.find("compute-sanitizer"), "--tool", tool, "--print-limit", "100000", "--show-backtrace", "no",
            "--destroy-on-device-error", "kernel", program, *arguments]


def pool():
    return concurrent.futures.ThreadPoolExecutor(WORKERS)


# --- Random kernels -----------------------------------------------------------------------------
def random_kernels(tools, folder, each):
    made = subprocess.run([tools.generator, str(each)], capture_output=True, text=True, check=True).stdout
    kernels = json.loads(made)
    say(f"judging {len(kernels)} random kernels …")
    told = {kernel["name"]: set() for kernel in kernels}
    hung = []
    with pool() as workers:
        parts = [kernels[k::WORKERS] for k in range(WORKERS)]
        programs = list(workers.map(lambda k: program_of(tools, folder, k, parts[k]), range(WORKERS)))
        jobs = [(tool, k) for tool in TOOLS for k in range(WORKERS) if parts[k]]
        if not all(programs[k] for _, k in jobs):
            return Result("findings, random kernels", False, "not run: nvcc refuses some")

        def sanitize(job):
            tool, k = job
            names, stuck = named_by(tools, folder, tool, programs[k], parts[k])
            return tool, names, stuck

        for tool, names, stuck in workers.map(sanitize, jobs):
            for name in names:
                told[name].add(tool)
            hung += [f"{name} under {tool}" for name in stuck]
        for names in workers.map(lambda part: named_by_the_program(tools, folder, part), parts):
            for name in names:
                told[name].add("program")
    (tools.out / "random_kernels.json").write_text(
        json.dumps([dict(kernel, told=sorted(told[kernel["name"]])) for kernel in kernels], indent=1),
        encoding="utf-8")
    return table(kernels, told, hung)


def program_of(tools, folder, number, kernels):
    if not kernels:
        return None
    g, f, w = kernels[0]["words"]
    entries = ", ".join('{"%(name)s", %(name)s, %(blocks)d}' % kernel for kernel in kernels)
    source = folder / f"random_{number}.cu"
    source.write_text("\n".join(kernel["text"] for kernel in kernels) + HOST % {
        "entries": entries, "g": g, "f": f, "w": w, "threads": kernels[0]["threads"]}, encoding="utf-8")
    return compiled(tools, source)


def named_by(tools, folder, tool, program, kernels):
    """The kernels of which a tool says something, and those that did not end under it."""
    names, stuck, first, log = set(), [], 0, ""
    while first < len(kernels):
        ended, out = run(under(tools, tool, program, str(first)), 60)
        log += out
        for line in out.splitlines():
            if line.startswith("========="):
                names.update(re.findall(r"\bk_\d+\b", line))
        began = [int(number) for number in re.findall(r"^begins (\d+)$", out, re.MULTILINE)]
        if re.search(r"^all$", out, re.MULTILINE) or not began:
            break
        if not ended:
            stuck.append(kernels[began[-1]]["name"])
        first = began[-1] + 1  # that one ended all
    (folder / f"{program.stem}.{tool}.log").write_text(log, encoding="utf-8")
    return names, stuck


def named_by_the_program(tools, folder, kernels):
    names = set()
    for kernel in kernels:
        g, f, w = kernel["words"]
        (folder / f"{kernel['name']}.cu").write_text(
            kernel["text"] + MAIN % dict(kernel, g=g, f=f, w=w), encoding="utf-8")
    files = [f"{kernel['name']}.cu" for kernel in kernels]
    if files:
        done = subprocess.run([tools.cli, "check", "--format", "json", *files], cwd=folder, capture_output=True,
                              text=True, check=False)
        for kernel, verdict in zip(kernels, json.loads(done.stdout)):
            # Even the mildest word counts.
            if not verdict["fine"] or verdict["harmless_race_count"] or verdict["faults"]:
                names.add(kernel["name"])
    return names


def table(kernels, told, hung):
    """Of each kind how many are told; of correct ones, accused."""
    columns = ["program", *TOOLS]
    rows, wrong = [], []
    for sort, kind in dict.fromkeys((kernel["sort"], kernel["kind"]) for kernel in kernels):
        mine = [kernel["name"] for kernel in kernels if (kernel["sort"], kernel["kind"]) == (sort, kind)]
        rows.append([f"{sort}: {kind}", len(mine), *(sum(column in told[name] for name in mine)
                                                   for column in columns)])
        wrong += [name for name in mine if ("program" in told[name]) == (sort == "correct")]
    bad = [kernel["name"] for kernel in kernels if kernel["sort"] != "correct"]
    good = [kernel["name"] for kernel in kernels if kernel["sort"] == "correct"]

    def of(names, some):
        return sum(bool(told[name] & set(some)) for name in names)

    found = (f"of {len(bad)} kernels with a race or a fault the program tells {of(bad, ['program'])}, "
             f"compute-sanitizer's four tools together {of(bad, TOOLS)}; of {len(good)} correct ones it "
             f"accuses {of(good, ['program'])}, they {of(good, TOOLS)}")
    if wrong:
        found += f"; first wrong one: {wrong[0]}"
    notes = ("Random kernels (`tests/gpu/random_kernel.h`) of which it is known by their making what is wrong with "
             "them: of each kind, of how many each tool says something. What is said of a correct one is wrong. "
             "A race's kind is the memory and whose accesses race. Compiled with `-G`, so that the compiler "
             "leaves every access. racecheck looks at shared memory alone, and most of what it leaves out there are "
             "atomics beside plain accesses; initcheck looks at global memory alone.")
    if hung:
        notes += f" Not ended within a minute: {', '.join(hung)}."
    return Result("findings, random kernels", not wrong, found, ["kind", "kernels", "StrideScope", *TOOLS], rows,
                  notes)


# --- The texts of docs/findings.md ----------------------------------------------------------------
def with_main(text):
    """A text as nvcc takes it: where it has a card, a main that does what that says."""
    if re.search(r"\bint main\(", text):
        return text
    card = texts.card_of(text)
    lines = []
    for name, (value, *_) in card.items():
        array = re.match(r"(\w+)\[(\d+)\]\s*(iota|ones|zeros)?", value)
        if name == "launch" or not array:
            continue
        kind, count, fill = array.groups()
        lines += [f"    {kind}* {name};", f"    cudaMalloc(&{name}, {count} * sizeof({kind}));",
                  f"    cudaMemset({name}, 0, {count} * sizeof({kind}));"]
        if fill in ("iota", "ones"):
            lines += [f"    {{ {kind} h[{count}]; for (int i = 0; i < {count}; ++i) "
                      f"h[i] = {'i' if fill == 'iota' else '1'};",
                      f"      cudaMemcpy({name}, h, sizeof h, cudaMemcpyHostToDevice); }}"]
    lines += [f"    {launch};" for launch in card["launch"]]
    return text + "\nint main() {\n" + "\n".join(lines) + "\n    cudaDeviceSynchronize();\n}\n"


def headline(out):
    """The first thing that a tool says, and of which lines of the text; None: nothing."""
    lines = [line.removeprefix("========= ") for line in out.splitlines() if line.startswith("========= ")]
    for number, line in enumerate(lines):
        if re.match(r"\s|COMPUTE-SANITIZER|\w+ SUMMARY|Error: process|Target application|No attachable", line):
            continue
        behind = lines[number + 1].strip() if number + 1 < len(lines) else ""
        if re.match(r"(at|and) ", behind):
            line += " " + behind
        line = re.sub(r"at [^+]*\+0x[0-9a-f]+ in \S*?([^/ ]+):(\d+)", lambda at: f"at line {at[2]}"
                      + ("" if at[1].endswith(".cu") else f" of {at[1]}"), line)
        return re.sub(r"\+0x[0-9a-f]+| \[\d+ hazards?\]", "", line).rstrip(".")
    return None


def texts_of_the_page(tools, folder):
    """What each tool says of each text and of its correction, kept for docs/findings.md."""
    say("compute-sanitizer over the texts of docs/findings.md …")
    sources = []
    for what, _, text, changes in (kind for kinds in KINDS.values() for kind in kinds):
        before = text_of(text)
        for name, each in ((slug(what), before), (slug(what) + "-corrected", corrected(before, changes))):
            source = folder / f"{name}.cu"
            source.write_text(with_main(each), encoding="utf-8")
            sources.append(source)
    said, jobs = {source.stem: {} for source in sources}, []
    with pool() as workers:
        programs = list(workers.map(lambda source: compiled(tools, source), sources))
        alone = list(workers.map(lambda program: run([program], 15)[0] if program else False, programs))
        for source, program, ends in zip(sources, programs, alone):
            said[source.stem] = {} if program else {"nvcc": "refuses it"}
            jobs += [(tool, source.stem, program, ends) for tool in TOOLS if program]
        jobs.sort(key=lambda job: not job[3])  # those that hang last

        def sanitize(job):
            tool, name, program, ends = job
            ended, out = run(under(tools, tool, program), 60 if ends else 20)
            (folder / f"{name}.{tool}.log").write_text(out, encoding="utf-8")
            return headline(out) or (None if ended else "does not end")

        for (tool, name, _, _), result in zip(jobs, workers.map(sanitize, jobs)):
            if result:
                said[name][tool] = result
    (tools.out / SAID).write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
    wrong = [name for name in said if not name.endswith("-corrected")]
    right = [name for name in said if name.endswith("-corrected")]

    def told(names):
        return sum(any(word != "does not end" for word in said[name].values()) for name in names)

    refused = [name for name in said if "nvcc" in said[name]]
    return Result("findings, the page's texts", not refused,
                  f"compute-sanitizer says something of {told(wrong)} of {len(wrong)} texts of docs/findings.md, and of "
                  f"{told(right)} of their corrections"
                  + (f"; not compiled: {', '.join(refused)}" if refused else ""))
