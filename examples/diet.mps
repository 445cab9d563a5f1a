NAME program FREE
ROWS
 N objective
 G energy
 G protein
 G calcium
COLUMNS
 bread objective 0.8
 bread energy 10
 bread protein 3
 bread calcium 0.3
 milk objective 1.1
 milk energy 6
 milk protein 7
 milk calcium 11
 cheese objective 2.3
 cheese energy 14
 cheese protein 20
 cheese calcium 7
RHS
 RHS energy 45
 RHS protein 30
 RHS calcium 12
BOUNDS
 UP BND bread 4
 UP BND milk 3
ENDATA
