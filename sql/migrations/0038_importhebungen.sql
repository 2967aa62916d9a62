-- An import brings increases that are still to come.
grant insert on hebung to pacht_worker;
