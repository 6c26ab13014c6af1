"""Pictures as rows of RGB bytes, from a PNG file and from Xvfb's frame buffer. Nothing but the
standard library, so that pictures are judged by code that shares nothing with what drew them."""

import pathlib
import struct
import zlib


def read_png(path):
    """(width, height, rows): rows of 3·width bytes, of an 8-bit RGB or RGBA PNG."""
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, packed, width, height, channels = 8, b"", 0, 0, 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert (depth, interlace) == (8, 0) and color in (2, 6), (depth, color)
            channels = 3 if color == 2 else 4
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    raw = zlib.decompress(packed)
    stride = width * channels
    rows, above = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = unfilter(raw[start], bytearray(raw[start + 1:start + 1 + stride]), above, channels)
        above = row
        if channels == 4:
            rgb = bytearray(3 * width)
            for c in range(3):
                rgb[c::3] = row[c::4]
            rows.append(bytes(rgb))
        else:
            rows.append(bytes(row))
    return width, height, rows


def unfilter(kind, row, above, channels):
    """Undoes one of PNG's five line filters, in place."""
    if kind == 1:
        for i in range(channels, len(row)):
            row[i] = (row[i] + row[i - channels]) & 255
    elif kind == 2:
        for i, up in enumerate(above):
            row[i] = (row[i] + up) & 255
    elif kind == 3:
        for i, up in enumerate(above):
            left = row[i - channels] if i >= channels else 0
            row[i] = (row[i] + (left + up) // 2) & 255
    elif kind == 4:
        for i, up in enumerate(above):
            left, corner = (row[i - channels], above[i - channels]) if i >= channels else (0, 0)
            guess = left + up - corner
            far = (abs(guess - left), abs(guess - up), abs(guess - corner))
            row[i] = (row[i] + (left, up, corner)[far.index(min(far))]) & 255
    return row


def read_xwd(path, width, height):
    """The upper left width × height of a 32-bit XWD dump, as Xvfb keeps it with -fbdir."""
    data = pathlib.Path(path).read_bytes()
    header = struct.unpack(">25I", data[:100])
    header_size, bits, line, colors, little = header[0], header[11], header[12], header[19], \
        header[7] == 0
    assert bits == 32, bits
    start = header_size + colors * 12
    order = (2, 1, 0) if little else (1, 2, 3)
    rows = []
    for y in range(height):
        pixels = data[start + y * line:start + y * line + 4 * width]
        rgb = bytearray(3 * width)
        for c, offset in enumerate(order):
            rgb[c::3] = pixels[offset::4]
        rows.append(bytes(rgb))
    return width, height, rows


def write_png(path, picture):
    """Writes (width, height, rows), as `read_png` and `read_xwd` give them."""
    width, height, rows = picture
    packed = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n")
        for kind, body in ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
                           (b"IDAT", packed), (b"IEND", b"")):
            out.write(struct.pack(">I", len(body)) + kind + body)
            out.write(struct.pack(">I", zlib.crc32(kind + body)))


def difference(a, b):
    """(largest difference of a channel, number of pixels that differ by more than 2)."""
    assert a[:2] == b[:2], (a[:2], b[:2])
    worst, count = 0, 0
    for row_a, row_b in zip(a[2], b[2]):
        if row_a == row_b:
            continue
        far = [abs(x - y) for x, y in zip(row_a, row_b)]
        worst = max(worst, *far)
        count += sum(1 for i in range(0, len(far), 3) if max(far[i:i + 3]) > 2)
    return worst, count
