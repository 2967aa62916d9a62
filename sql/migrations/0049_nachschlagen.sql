-- The rows of lists and deadlines are looked up account by account, through indexes. Who writes thousands of rows switches
-- nested loops off for his own statements; here that read all contacts for each account.
alter function schreibe_pachtkonto_liste(bigint[]) set enable_nestloop = on;
alter function schreibe_patchobjekt_liste(bigint[]) set enable_nestloop = on;
alter function schreibe_pachtkonto_frist(bigint[]) set enable_nestloop = on;
