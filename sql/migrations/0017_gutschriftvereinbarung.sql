-- Since when the firm may settle a lessor's supplies by Gutschrift (§ 14 (2) sentence 5 UStG).
alter table kontakt add column gutschrift_vereinbart_am date;
create index kontakt_gutschrift_vereinbart on kontakt (id) where gutschrift_vereinbart_am is not null;
