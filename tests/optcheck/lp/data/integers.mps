NAME integers FREE
ROWS
 N cost
 G need
COLUMNS
 a cost 1 need 1
 M1 'MARKER' 'INTORG'
 b cost 1 need 2
 c cost 1 need 3
 d cost 1 need 1
 M2 'MARKER' 'INTEND'
 e cost 4 need 1
 f cost 5 need 1
 g cost 5 need 1
RHS
 rhs need 7.5
BOUNDS
 UP bnd c 8
 LO bnd d 1
 BV bnd e
 UI bnd f 6
 LI bnd g 2
ENDATA
