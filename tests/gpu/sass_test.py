"""The plain build carries nothing of the recording: compiled beside the same kernels written by hand
without the lane contract, it has the same number of instructions, the same loads, stores, barriers,
branches and sums among them, the same registers, and no memory of its own. Needs nvcc, no GPU."""

import collections
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
NVCC = os.environ.get("STRIDESCOPE_NVCC") or shutil.which("nvcc")
INSTRUCTION = 16  # bytes
OPCODE = 0x1FF    # the low bits of an instruction; the rest names operands and modifiers
# The compiler takes one or the other of these to move a number, to shift it or to add two: as the
# order in which it meets the terms of an index falls out, and to keep its units equally busy.
# MOV, IADD3, LEA, SHF, IMAD, HFMA2, HFMA2.MMA, VIADD.
INDEX_ARITHMETIC = {0x002, 0x010, 0x011, 0x019, 0x024, 0x031, 0x035, 0x036}


def code_sections(cubin):
    """Kernel name -> its machine code, out of an ELF file."""
    data = cubin.read_bytes()
    table, = struct.unpack_from("<Q", data, 0x28)
    count, names_at = struct.unpack_from("<HH", data, 0x3C)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, table + 64 * i) for i in range(count)]
    names = sections[names_at][4]
    found = {}
    for section in sections:
        start = names + section[0]
        name = data[start:data.index(b"\0", start)].decode()
        if name.startswith(".text."):
            found[name[len(".text."):]] = data[section[4]:section[4] + section[5]]
    return found


def opcodes(code):
    found = (struct.unpack_from("<Q", code, at)[0] & OPCODE
             for at in range(0, len(code), INSTRUCTION))
    return collections.Counter("index" if opcode in INDEX_ARITHMETIC else hex(opcode)
                               for opcode in found)


def resources(log):
    """Kernel name -> what ptxas says of it: registers, stack, spills, barriers."""
    found = {}
    for name, lines in re.findall(r"Compiling entry function '(\w+)'(.*?)(?=ptxas info\s+: Comp|\Z)",
                                  log, re.DOTALL):
        found[name] = sorted(re.findall(r"\d+ (?:registers|bytes stack frame|bytes spill \w+)|"
                                        r"used \d+ barriers", lines))
    return found


class PlainBuild(unittest.TestCase):
    def compile(self, architecture):
        with tempfile.TemporaryDirectory() as folder:
            cubin = pathlib.Path(folder) / "check.cubin"
            run = subprocess.run(
                [NVCC, "-std=c++20", "-O3", f"-arch={architecture}", "--expt-relaxed-constexpr",
                 f"-I{ROOT}", "-Xptxas", "-v", "-cubin", "-o", cubin,
                 ROOT / "tests/gpu/sass_check.cu"],
                check=True, capture_output=True, text=True)
            return code_sections(cubin), resources(run.stdout + run.stderr)

    def check(self, architecture):
        code, used = self.compile(architecture)
        ours = [name for name in code if name.startswith("ours_")]
        self.assertGreaterEqual(len(ours), 4)
        for name in ours:
            by_hand = name.replace("ours_", "hand_")
            with self.subTest(name, architecture=architecture):
                self.assertEqual(opcodes(code[name]), opcodes(code[by_hand]))
                self.assertEqual(len(code[name]), len(code[by_hand]))
                self.assertEqual(used[name], used[by_hand])
                self.assertIn("0 bytes stack frame", used[name])

    def test_on_turing(self):
        self.check("sm_75")

    def test_on_hopper(self):
        self.check("sm_90")

    def test_the_comparison_can_fail(self):
        code, _ = self.compile("sm_90")
        self.assertNotEqual(opcodes(code["ours_kogge_stone_1"]),
                            opcodes(code["hand_brent_kung_1"]))


if __name__ == "__main__":
    unittest.main()
