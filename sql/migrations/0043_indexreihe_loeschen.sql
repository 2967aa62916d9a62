-- A series that nobody uses may be deleted.
grant delete on indexreihe, indexfassung to pacht_app;
-- Only to lock it: whoever writes a clause keeps its series, the worker with an import, too. The id can never change.
grant update (id) on indexreihe to pacht_worker;
