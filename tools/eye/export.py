"""export.py eye.npz weights.bin: the trained network as the crate `eye` reads it.

Little endian. "EYE1", the number of signs (u16), each sign as UTF-8 with its length before (u8), then for each layer of LAYERS: its biases and the scales of its rows
(f32 each, one an output channel), and its weights as bytes (i8): row after row, each in the order channel, height, width; weight = byte × scale of its row.
"""
import struct, sys
import numpy as np

LAYERS = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "t1", "t2", "t3", "out"]


def main():
    z = np.load(sys.argv[1]); signs = str(z["alphabet"])
    out = [b"EYE1", struct.pack("<H", len(signs))]
    for c in signs: b = c.encode(); out.append(bytes([len(b)]) + b)
    worst = 0
    for name in LAYERS:
        w = z[name + ".w"].astype(np.float32); w = w.reshape(w.shape[0], -1); b = z[name + ".b"].astype(np.float32)
        scale = np.maximum(np.abs(w).max(1), 1e-12) / 127
        q = np.clip(np.round(w / scale[:, None]), -127, 127).astype(np.int8)
        worst = max(worst, float(np.linalg.norm(q * scale[:, None] - w) / np.linalg.norm(w)))
        out += [b.tobytes(), scale.astype(np.float32).tobytes(), q.tobytes()]
    data = b"".join(out); open(sys.argv[2], "wb").write(data)
    print(len(data), "bytes; the layer that suffers most is off by %.4f of its norm" % worst)


if __name__ == "__main__":
    main()
