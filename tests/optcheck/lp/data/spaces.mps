NAME          MY MODEL
ROWS
 N  THE COST
 L  LIM 1
 G  LIM 2
COLUMNS
* a comment between the cards
    X ONE     THE COST           1.0   LIM 1              1.0
    X ONE     LIM 2              1.0   $ the rest is a comment
    X TWO     THE COST           2.0   LIM 1              1.0
RHS
    MY RHS    LIM 1              4.0   LIM 2              1.0
BOUNDS
 UP MY BND    X ONE              4.0
ENDATA
