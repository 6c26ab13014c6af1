"""What the page's program is unpacked by, as it lies in the page, run by node on what pack_page.py's filter packs."""

import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from browser import PAGE, ROOT, why_not

sys.path.insert(0, str(ROOT / "cmake"))

from pack_page import packed  # noqa: E402

# Unpacks each file named, and tells how many bytes came at each call; 0 is its last word on what is broken.
SCRIPT = """
const fs = require('fs'), {unpack, files} = JSON.parse(fs.readFileSync(0, 'utf8'));
const module_ = new WebAssembly.Module(Buffer.from(unpack, 'base64'));
console.log(JSON.stringify(files.map(([name, out, size]) => {
  const {memory, room, begin, go_on} = new WebAssembly.Instance(module_).exports, packed = fs.readFileSync(name);
  const from = room(), to = from + packed.length, counts = [];
  memory.grow(Math.ceil((to + size + 65536) / 65536));
  const behind = new Uint8Array(memory.buffer, to + size, 64).fill(7);
  new Uint8Array(memory.buffer).set(packed, from);
  begin(from, packed.length, to, size);
  do counts.push(go_on((counts.at(-1) ?? 0) + 1000)); while (counts.at(-1) && counts.at(-1) < size);
  fs.writeFileSync(out, new Uint8Array(memory.buffer, to, size));
  return {counts, kept: behind.every(each => each === 7)};
})));
"""


@unittest.skipIf(why_not("node"), why_not("node"))
class Unpacking(unittest.TestCase):
    def unpacked(self, contents):
        """What becomes of packed bytes that should come to so many."""
        unpack = re.search(r'<script id="unpack"[^>]*>([^<]+)<', PAGE.read_text(encoding="utf-8")).group(1)
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for number, (data, size) in enumerate(contents):
                name = pathlib.Path(folder) / f"{number}.packed"
                name.write_bytes(data)
                files.append((str(name), str(name.with_suffix(".out")), size))
            told = subprocess.run([shutil.which("node"), "-e", SCRIPT], check=True, capture_output=True, text=True,
                                  input=json.dumps({"unpack": unpack, "files": files})).stdout
            return [({**one, "bytes": pathlib.Path(out).read_bytes()})
                    for one, (_, out, _) in zip(json.loads(told), files)]

    def test_it_unpacks_what_is_packed(self):
        draw = random.Random(1)
        some = [b"a", b"ab" * 40000, bytes(range(256)) * 30, draw.randbytes(70000), bytes(300000),
                (ROOT / "docs/texts.md").read_bytes(), pathlib.Path(sys.executable).read_bytes()[:900000],
                b"".join(draw.choice((b"one ", b"two, ", draw.randbytes(3))) for _ in range(60000))]
        for data, got in zip(some, self.unpacked([(packed(data), len(data)) for data in some])):
            self.assertEqual(got["bytes"], data)
            self.assertTrue(got["kept"])
            # A part at a call: the longest match is of 273.
            steps = [b - a for a, b in zip([0, *got["counts"]], got["counts"])]
            self.assertLessEqual(max(steps), 1273)

    def test_what_is_damaged_ends_and_writes_nothing_beyond(self):
        draw = random.Random(2)
        data = (ROOT / "docs/texts.md").read_bytes()
        whole = packed(data)
        broken = [whole[:len(whole) // 2], whole[:3], b""]
        for _ in range(200):
            bad = bytearray(whole)
            bad[draw.randrange(1, len(bad) * 3 // 4)] ^= 1 << draw.randrange(8)
            broken.append(bytes(bad))
        broken += [b"\0" + draw.randbytes(5000) for _ in range(50)]
        got = self.unpacked([(each, len(data)) for each in broken])
        self.assertTrue(all(one["kept"] for one in got))
        self.assertTrue(all(one["counts"][-1] == 0 for one in got[:3]), "half of it is not enough")
        self.assertTrue(all(one["bytes"] != data for one in got))


if __name__ == "__main__":
    unittest.main()
