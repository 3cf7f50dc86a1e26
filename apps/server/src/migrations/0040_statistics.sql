-- expand: the database knows how its rows are spread. Reason: without statistics SQLite read the whole history of an outlet for the entries of one bill, and
-- PostgreSQL plans by those of a table that was a fifth smaller.

@only sqlite
-- SQLite has none until they are counted: these hold for any outlet that sells. The server counts large tables each day.
analyze sqlite_schema;
delete from sqlite_stat1 where tbl = 'history';
insert into sqlite_stat1 (tbl, idx, stat) values
  ('history', 'history', '1000000 250000 1'),
  ('history', 'history_by_subject', '1000000 250000 4'),
  ('history', 'history_by_time', '1000000 250000 2 1 1 1 1 1 1');
@end

@only postgres
alter table bill set (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table history set (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table payment set (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table sold_item set (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table kitchen_ticket set (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
alter table change_log set (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
-- Rows that each sale changes.
alter table outlet_cursor set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table ticket_number set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
@end
