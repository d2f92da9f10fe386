#!/usr/bin/env python3
"""A random C program for "generate.py SEED": loops over small arrays, about half of which look parallel but are not.
Free of undefined behaviour by construction: subscripts are in range, integer arithmetic is unsigned or small."""
import random, sys

def main(seed):
    r = random.Random(seed)
    out = []
    n = r.choice([1, 2, 3, 17, 64, 101, 500])
    m = r.choice([1, 5, 8, 13])
    P = out.append
    P('#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>')
    P(f'#define N {n}\n#define M {m}')
    P('static unsigned a[N + 40], b[N + 40], c[N + 40]; static long h[64]; static int idx[N + 40], dup[N + 40];')
    P('static double x[N + 40], y[N + 40]; static unsigned g[N + 8][M + 8], gg; static unsigned scr[32], cnt;')
    P('struct s { unsigned u; double d; unsigned w[3]; }; static struct s st[N + 40];')
    P('static unsigned pure1(unsigned v) { return v * 2654435761u ^ (v >> 7); }')
    P('static unsigned keep(unsigned v) { static unsigned last; last = last * 3u + v; return last; }')
    P('static void put(unsigned *p, unsigned v) { *p = v + 1u; }')
    P('static unsigned useg(unsigned v) { gg += v; return v ^ 5u; }')
    P('static unsigned scratch(unsigned v) { for (int q = 0; q < 8; q++) scr[q] = v + (unsigned)q; unsigned t = 0; for (int q = 0; q < 8; q++) t += scr[q] * 3u; return t; }')
    P('static unsigned part(unsigned v) { if (v & 1u) scr[3] = v; return scr[3]; }')
    P('static void add(unsigned *d, const unsigned *s, int n) { for (int i = 0; i < n; i++) d[i] = s[i] * 3u + 1u; }')
    P('static void shift(unsigned *d, unsigned *s, int n, int k) { for (int i = 0; i < n; i++) d[i + k] = s[i] + d[i]; }')
    P('static unsigned long H = 1469598103934665603ul; static void hash(const void *p, size_t n) { const unsigned char *q = p; while (n--) { H ^= *q++; H *= 1099511628211ul; } }')
    P('int main(void)\n{')
    P('  unsigned s = 1, t = 0, u = 3, last = 0; int i, j, k = 0, at = -1, best = 1000000; long sum = 0; double fs = 0, fm = -1e9;')
    P('  unsigned *rows[N + 8]; (void)j; (void)best; (void)at; (void)fm;')
    P('  for (i = 0; i < N + 40; i++) { a[i] = (unsigned)i * 7u + 3u; b[i] = pure1((unsigned)i); c[i] = b[i] >> 5; x[i] = (double)(b[i] % 1000u) / 7.0; y[i] = x[i] * 0.5; idx[i] = i < N ? (int)(((long)i * 7 + 3) % N) : i; dup[i] = (int)(b[i] % (unsigned)N); st[i].u = b[i]; st[i].d = 0; }')
    P('  for (i = 0; i < N + 8; i++) for (j = 0; j < M + 8; j++) g[i][j] = (unsigned)(i * 31 + j);')
    share = r.random() < 0.3
    P('  for (i = 0; i < N + 8; i++) rows[i] = g[%s];' % ('i / 2' if share else 'i'))
    def e():
        return r.choice(['b[i]', 'c[i] * 3u', 'pure1(b[i])', '(unsigned)i * 5u', 'a[i + 20]', 'b[idx[i]]', 'c[dup[i]]', 'b[i] % 17u', 's0', 'g[i][0]', 'st[i].u', 'rows[i][1]', 'b[N - 1 - i]', '(unsigned)(x[i] * 3)'])
    def cond():
        return r.choice(['b[i] % 3u == 0', 'i % 2', 'i > 3', 'c[i] > 1000u', 'i == N - 1', 'a[i] & 4u', 'dup[i] == 2', 'i < N / 2 && b[i] & 1u'])
    tmpl = [
        'a[i] = {e};', 'a[i] = a[i] + {e};', 'a[i + 1] = a[i] + {e};', 'a[i] = a[i + 1] + {e};', 'a[i] = a[i + {K}] * 3u;', 'a[i + {K}] = a[i] ^ {e};',
        's += {e};', 's ^= {e};', 's *= {e} | 1u;', 's |= {e};', 's &= {e} | 0xff00u;', 'if ({c}) s += {e};', 's = s * 3u + {e};', 's += {e}; a[i] = s;', 'a[i] = s; s += {e};',
        't = {e}; a[i] = t * 2u;', 'if ({c}) t = {e}; a[i] = t;', 'if ({c}) t = {e}; else t = 4u; a[i] = t;', 'if ({c}) last = {e};', 'last = {e};', 't = {e}; c[i] = t; t = b[i]; a[i] += t;',
        'h[{e} % 64u]++;', 'h[{e} % 64u] += i;', 'h[i % 64] += (long)({e} % 9u);', 'a[idx[i]] = {e};', 'a[dup[i]] = {e};', 'a[dup[i]] += {e};', 'a[2 * i % N] = {e};', 'a[i / 2] = {e};', 'a[N - 1 - i] = a[i] + {e};', 'a[i] = a[N - 1 - i] + {e};',
        'if ((int)({e} % 1000u) < best) {{ best = (int)({e2} % 1000u); at = i; }}', 'int v = (int)({e} % 1000u); if (v < best) {{ best = v; at = i; }}', 'int v = (int)({e} % 1000u); if (v <= best) {{ best = v; at = i; }}', 'int v = (int)({e} % 500u); if (v > k) {{ k = v; a[i] = 1u; }}', 'int v = (int)({e} % 500u); if (v > at) at = v;', 'int v = (int)({e} % 500u); at = v > at ? v : at;',
        'if ({c}) c[k++ % N] = {e};', 'k++; a[i] = (unsigned)k;', 'k += 2; a[i] = (unsigned)k;', 'if ({c}) continue; a[i] = {e};', 'if ({c}) break; a[i] = {e};', 'switch (b[i] % 4u) {{ case 0: t = 1u; break; case 1: t = {e}; default: t ^= 2u; }} a[i] = t;', 'switch (b[i] % 3u) {{ case 0: c[i] = 1u; continue; case 1: c[i] = {e}; break; default: c[i] = 2u; }} a[i] = c[i];',
        'a[i] = keep({e});', 'a[i] = scratch({e});', 'a[i] = part({e});', 'put(&a[i], {e});', 'put(&a[i + 1], a[i]);', 'put(&s, {e});', 'c[i] = useg({e});', 'st[i].u = {e}; st[i].w[1] = st[i].u;', 'st[i + 1].u = st[i].u + {e};', 'st[0].u += {e};', 'st[i].d = x[i] * 2; st[i].w[i % 3] = {e};', 'struct s q = st[i]; q.u += {e}; st[i] = q;',
        'x[i] = y[i] * 1.5 + x[i];', 'x[i + 1] = x[i] * 0.5 + y[i];', 'fs += x[i] * y[i];', 'fs += x[i];', 'if (x[i] > fm) fm = x[i];', 'fm = fmax(fm, y[i]);', 'fs += sin(x[i]) * y[i]; a[i] = {e};', 'if ({c}) fs -= x[i] * 0.25;', 'sum += (long)({e} % 100u); at = i;', 'rows[i][2] = {e};', 'rows[i][i % M] += {e};', 'rows[i + 1][0] = rows[i][1] + {e};',
        'for (j = 0; j < M; j++) g[i][j] = {e} + (unsigned)j;', 'for (j = 0; j < M; j++) g[i][j] += g[i][j + 1];', 'for (j = 1; j < M; j++) g[i][j] = g[i][j - 1] + {e};', 'for (j = 0; j < M; j++) g[i + 1][j] = g[i][j] * 3u;', 'for (j = 0; j < i && j < M; j++) g[i][j] = g[j][0] + {e};', 'for (j = 0; j <= i % M; j++) s += g[i][j];', 'for (j = i; j < N; j++) a[i] += b[j];', 'for (j = i + 1; j < N; j++) {{ a[i] += c[j]; a[j] -= c[i]; }}', 'for (j = 0; j < M; j++) {{ t = g[i][j]; g[i][j] = t * 5u; }}', 'unsigned w[8]; for (j = 0; j < 8; j++) w[j] = {e} + (unsigned)j; for (j = 0; j < 8; j++) a[i] += w[7 - j];', 'for (j = 0; j < 6; j++) scr[j] = {e}; a[i] = scr[i % 6];', 'for (j = 0; j < i % 6; j++) scr[j] = {e}; a[i] = scr[2];', 'for (j = 0; j < M; j++) {{ if (g[i][j] % 5u == 0) break; g[i][j]++; }} a[i] = (unsigned)j;', 'j = 0; while (j < M && g[i][j] % 7u) j++; a[i] = (unsigned)j;', 'j = dup[i]; while (j > 0 && b[j] & 1u) j--; c[i] = (unsigned)j;', 'for (j = 0; j < M; j++) h[g[i][j] % 64u]++;', 'for (j = 0; j < M; j++) s += g[i][j] * {e};', 'memset(scr, i & 3, sizeof scr); a[i] = scr[3] + {e};', 'memcpy(scr, b + i, 4 * sizeof *scr); scr[1] += {e}; a[i] = scr[0] ^ scr[1];',
    ]
    heads = ['for (i = 0; i < N; i++)'] * 6 + ['for (int i = 0; i < N; i++)'] * 5 + ['for (i = 1; i <= N - 1; i++)', 'for (i = N - 1; i >= 0; i--)', 'for (i = 0; i < N; i += 2)', 'for (int i = N; i-- > 0;)', 'for (int i = 0, z = 3; i < N; i++, z += 2)', 'for (int i = 0; i != N; i++)', 'for (unsigned i = 0; i < N; i++)', 'for (short i = 0; i < N; i++)']
    for _ in range(r.randint(3, 6)):
        kind = r.random()
        if kind < 0.08:
            P('  { int w = %s; add(a + w, %s, N); }' % (r.choice(['0', '1', '5']), r.choice(['a', 'b', 'a + 2', 'c'])))
        elif kind < 0.14:
            P('  shift(a, %s, N, %d);' % (r.choice(['b', 'a', 'c']), r.choice([0, 1, 3])))
        elif kind < 0.2:
            P('  i = 0; %s' % r.choice(['do { a[i] = b[i] * 3u; i++; } while (i < N);', 'while (i < N) { a[i] = c[i] + 1u; i++; }', 'while (i < N) { s += b[i]; i += 3; }', 'while (i < N && b[i] % 11u) { a[i] = 5u; i++; }', 'do { s ^= a[i]; a[i] = s; i++; } while (i < N);', '{ unsigned *p = a, *q = a + N; while (p < q) { *p = *p * 3u; p++; } }', '{ unsigned *p; for (p = b; p != b + N; ++p) s += *p; }', '{ unsigned *p = a; for (int z = 0; z < N; z++) *p++ = b[z] + (unsigned)z; }']))
        elif kind < 0.3:
            body = r.choice(['a[i * w + j] = b[(i + j) % N] + (unsigned)j;', 'a[i * w + j] = a[i * w + j] * 3u;', 'a[i * w + j + 1] = a[i * w + j] * 3u;', 'a[i + j] += b[i];', 'a[i * w + j] += a[j];'])
            P('  { int w = %s, hh = w ? N / w : 0; for (int i = 0; i < hh; i++) for (int j = 0; j < w; j++) { %s } }' % (r.choice(['M', 'M % 3 + 1', '(int)(b[0] % 4u) + 1']), body))
        else:
            stmts = [r.choice(tmpl) for _ in range(r.choice([1, 1, 1, 2, 2, 3]))]
            text = ' '.join('{ ' + q.format(e=(lambda z: z)(ee := e()), e2=ee, c=cond(), K=r.choice([1, 2, 3, 20])) + ' }' if q.startswith(('int v', 'unsigned w', 'struct s q')) else q.format(e=(ee := e()), e2=ee, c=cond(), K=r.choice([1, 2, 3, 20])) for q in stmts)
            text = text.replace('s0', 'u')
            head = r.choice(heads)
            if 'short' in head or 'unsigned i' in head:
                text = text.replace('N - 1 - i', '(N - 1 - (int)i)')
            outer = ''
            if r.random() < 0.2:
                outer = '  for (int rep = 0; rep < 3; rep++)'
            P(f'{outer}  {head} {{ {text} }}')
        P('  u = u * 5u + s + t + last;')
        if r.random() < 0.3:
            P('  printf("%u %u %u %d %d %ld\\n", s, t, last, k, at, sum);')
        if r.random() < 0.3:
            P('  u += (unsigned)i + (unsigned)k;')
    P('  hash(a, sizeof a); hash(b, sizeof b); hash(c, sizeof c); hash(h, sizeof h); hash(x, sizeof x); hash(g, sizeof g); for (i = 0; i < N + 40; i++) { hash(&st[i].u, 4); hash(&st[i].d, 8); hash(st[i].w, 12); } hash(scr, sizeof scr); hash(&gg, 4);')
    P('  printf("%lu %u %u %u %u %d %d %d %ld %.17g %.17g\\n", H, s, t, u, last, k, at, best, sum, fs, fm);\n  (void)cnt; return 0;\n}')
    print('\n'.join(out))

main(int(sys.argv[1]))
