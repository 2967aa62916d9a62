-- Where a job was queued, as W3C's traceparent: the trace of the worker leads back to the request. No data of anybody.
alter table auftrag add column spur text;
