* every section, every type of row and bound, in free format
NAME corners
OBJSENSE
    MAX
ROWS
 N profit
 L most
 G least
 E same
 N spare
 L ranged_below
 G ranged_above
 E ranged_up
 E ranged_down
 E ranged_not
 L empty
COLUMNS
 x profit 0.1 most 1
 x least 1e-1 same -2.5E+1
 x spare 7
 up most 1 ranged_below 1.25
 lo most .5 ranged_above 3.
 fx profit -1 most 1
 mi profit -1 most 1 
 pl most 1
 fr ranged_up 1 ranged_down -1
 neg profit 1 ranged_not 1
 both least 1
 huge most 1
 unused profit 0
RHS
 rhs profit -12.5 most 100
 rhs least -3 same 0.3
 rhs spare 9 ranged_up 5
 rhs ranged_down 5 ranged_not 5
 rhs ranged_below 10 ranged_above 10
RANGES
 rng ranged_below 2.5 ranged_above -2.5
 rng ranged_up 1.5 ranged_down -1.5
 rng ranged_not 0 spare 1
BOUNDS
 UP bnd up 4.75
 LO bnd lo -2
 FX bnd fx 0.3
 MI bnd mi
 PL bnd pl
 FR bnd fr
 UP bnd neg -1
 UP bnd both -1
 LO bnd both -5
 UP bnd huge 1e30
ENDATA
