// RUN: %aipcc --report -O2 -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %aipcc --report=json:%t.json --report=text:%t.txt -O2 -c %s -o %t.o && %FileCheck %s --input-file=%t.txt
// RUN: %python -c "import json,sys; f=json.load(open(sys.argv[1]))['files'][0]; l=f['loops']; assert [x['verdict'] for x in l]==['parallel','serial'] and l[1]['reason']['at']['line'] and l[0]['inner_of'] is None and f['file']==sys.argv[2]" %t.json %s
// RUN: %aipcc --explain %s:10 | %FileCheck %s --check-prefix=EXPLAIN
// RUN: %aipcc --emit-source %s -o %t.out.c && grep -q 'pragma omp parallel for' %t.out.c && %cc -c -fopenmp %t.out.c -o %t.o
// RUN: %aipcc --save-source=%T -c %s -o %t.o && cmp %t.out.c %T/report.aip.c
void scale(double *restrict a, int n)
{
    // CHECK: report.c:10:5: remark: parallelized [doall]
    for (int i = 0; i < n; i++) // the loop of line 10
        a[i] *= 2;
    // CHECK: report.c:13:5: remark: not parallelized: {{.+}}
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] * a[i] + 1;
}
// EXPLAIN: report.c:10: loop of scale, depth 1
// EXPLAIN: verdict: parallel
