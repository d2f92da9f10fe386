#!/usr/bin/env python3
"""Random programs, serial against aipcc: run.py FIRST COUNT [--aipcc PATH] [--cc CC] [--jobs N] [--keep DIR] [--fp MODE]

Each program is built by the system compiler and by aipcc with --min-work=1 (all that may run in parallel does), run with
1, 2, 3 and 4 threads, and must print the same bytes. The last line is `N programs, M mismatches`."""
import argparse, concurrent.futures, os, subprocess, sys, tempfile, shutil

HERE = os.path.dirname(os.path.abspath(__file__))

def run(words, seconds=20, env=None):
    try:
        r = subprocess.run(words, capture_output=True, timeout=seconds, env=dict(os.environ, **(env or {})), stdin=subprocess.DEVNULL)
        return r.returncode, r.stdout, r.stderr
    except subprocess.TimeoutExpired:
        return 'timeout', b'', b''

def one(seed, a):
    problems = []
    with tempfile.TemporaryDirectory() as work:
        source = f'{work}/p.c'
        text = run([sys.executable, os.path.join(HERE, a.generate), str(seed)])[1]
        open(source, 'wb').write(text)
        flags = ['-O1', '-ffp-contract=off']
        code, _, err = run([a.cc, *flags, source, '-o', f'{work}/serial', '-lm'])
        if code:
            return seed, [f'serial build failed: {err[-200:]}'], text
        base = run([f'{work}/serial'])
        for fp in a.fp.split(','):
            code, _, err = run([a.aipcc, '--min-work=1', f'--fp={fp}', *flags, source, '-o', f'{work}/{fp}', '-lm'], 60)
            if code:
                problems.append(f'{fp}: build failed ({code}): {err[-300:].decode(errors="replace")}')
                continue
            if b'warning' in err:
                problems.append(f'{fp}: warning: {err[:300].decode(errors="replace")}')
            first = None
            for n in (1, 2, 3, 4):
                got = run([f'{work}/{fp}'], env={'OMP_NUM_THREADS': str(n), 'OMP_WAIT_POLICY': 'passive'})
                first = first or got
                want = base if fp == 'strict' else first
                if got[:2] != want[:2]:
                    problems.append(f'{fp}: {n} threads: {got[0]} {got[1][-120:]!r}, serial {want[0]} {want[1][-120:]!r}')
                    break
    return seed, problems, text

def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('first', type=int)
    p.add_argument('count', type=int)
    p.add_argument('--aipcc', default='build/aipcc')
    p.add_argument('--cc', default='cc')
    p.add_argument('--jobs', type=int, default=2)
    p.add_argument('--keep')
    p.add_argument('--fp', default='strict,reproducible')
    p.add_argument('--generate', default='generate.py')
    a = p.parse_args()
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        for seed, problems, text in pool.map(lambda s: one(s, a), range(a.first, a.first + a.count)):
            bad += bool(problems)
            for problem in problems:
                print(f'seed {seed}: {problem}', flush=True)
            if problems and a.keep:
                os.makedirs(a.keep, exist_ok=True)
                open(os.path.join(a.keep, f'{seed}.c'), 'wb').write(text)
    print(f'{a.count} programs, {bad} mismatches')
    return 1 if bad else 0

sys.exit(main())
