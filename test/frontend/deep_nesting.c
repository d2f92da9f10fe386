// Nesting of any depth is read; what is too deep for the tree is opaque, with all it refers to.
// RUN: %python -c "n=10000; print('int f(int x){return ' + '('*n + 'x' + ')'*n + ';}')" > %t.parens.c
// RUN: %aipcc --dump=unit %t.parens.c | %FileCheck %s --check-prefix=PARENS
// PARENS: opaque
// PARENS: variable x
// RUN: %python -c "print('int f(int x,int*a){return ' + '+'.join('a[%%d]*x' %% i for i in range(20000)) + ';}')" > %t.sum.c
// RUN: %aipcc --dump=unit %t.sum.c | %FileCheck %s --check-prefix=SUM
// SUM: variable a 'int *'
// SUM: variable x 'int'
// RUN: %python -c "print('int f(int x){' + 'else '.join('if(x==%%d)return x+%%d;' %% (i, i) for i in range(6000)) + 'return 0;}')" > %t.elseif.c
// RUN: %aipcc --dump=unit %t.elseif.c | %FileCheck %s --check-prefix=ELSEIF
// ELSEIF: function f
// ELSEIF: opaque
// RUN: %python -c "print('int ' + ','.join('*v%%d' %% i for i in range(20000)) + ';')" > %t.many.c
// RUN: %aipcc --dump=unit %t.many.c | %FileCheck %s --check-prefix=MANY
// MANY: variable v19999#19999 'int *' global
