-- A step that changes nothing hides the next one no more, nor does an increase of some positions: what is kept is computed anew.
insert into hebungsvorschlag_marke default values;
