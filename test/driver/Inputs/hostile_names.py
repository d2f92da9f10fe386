"""Compiles a program under names that are hard to quote, and compares what it prints with the plain compiler's program."""
import os
import shlex
import shutil
import subprocess
import sys

source, folder, aipcc, cc = sys.argv[1:]
names = [b"a b.c", b"it's.c", b'say "x".c', b"new\nline.c", b"back\\slash.c", b"end */ comment.c", b"$(false).c", b"`false`.c",
         b"tri??/graph.c", b"tri??-graph.c", b"per%cent.c", b"per%s.c", b"hash#.c", b"star*.c", b"-dash.c", b"\xff\xfe.c",
         "größe.c".encode(), b"tab\there.c", b"#include.c", b"colon:.c"]
os.makedirs(folder)
for name in names:
    directory = os.path.join(folder.encode(), b"in " + name.replace(b"/", b"_")[:-2])
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    shutil.copy(source, path)
    shutil.copy(os.path.join(os.path.dirname(source), "size.h"), os.path.dirname(path) + b"/size.h")
    outputs = []
    for compiler in (cc, aipcc):
        program = os.path.join(directory, b"program")
        command = [w.encode() for w in shlex.split(compiler)] + [b"-O2", b"-MD", b"-MF", directory + b"/d", path, b"-o", program]
        build = subprocess.run(command, capture_output=True)
        assert build.returncode == 0 and not build.stderr, (name, build.stderr)
        outputs.append(subprocess.run([program], capture_output=True).stdout)
        outputs.append(open(directory + b"/d", "rb").read().replace(b"\\\n", b" ").split())
    assert outputs[0] == outputs[2], (name, outputs)
    assert not any(b"aipcc-" in word for word in outputs[3]), (name, outputs[3])
    assert outputs[1] == outputs[3] or b"\n" in name, (name, outputs[1], outputs[3])
    assert b"GOMP_parallel" in open(program, "rb").read(), name
    report = subprocess.run([w.encode() for w in shlex.split(aipcc)] + [b"--report=json", b"--emit-source", path, b"-o",
                            directory + b"/out.c"], capture_output=True)
    assert report.returncode == 0, (name, report.stderr)
    report.stdout.decode("utf-8")
