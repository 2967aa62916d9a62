-- The worker judges the clauses of an import: which series there are, and which months their versions have.
grant select on indexreihe, indexfassung, indexstand to pacht_worker;
