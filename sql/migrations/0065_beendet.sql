-- Who ends properly leaves the list of processes, but when a worker was last seen is known all the same.
alter table lebenszeichen add column beendet_am timestamptz;
