-- An import brings the lists and the company data, too.
grant insert on positionsart, kontaktart to pacht_worker;
grant update on firmendaten to pacht_worker;
