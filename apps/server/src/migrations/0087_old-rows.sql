-- expand: what finds old rows of all outlets. Reason: kitchen tickets, requests of reports, imports, jobs of printers and ended sessions were kept forever (R34.17).
create index session_by_expiry on session (expires_at);

@only postgres
-- The role that reads the heads of all outlets sees whose rows are old: no names, no money, no documents.
grant select (outlet_id, is_open, created_at, changed_at) on kitchen_ticket to atoll_heads;
create policy heads on kitchen_ticket for select to atoll_heads using (true);
grant select (outlet_id, id, created_at) on report_run to atoll_heads;
create policy heads on report_run for select to atoll_heads using (true);
grant select (outlet_id, created_at) on import_job to atoll_heads;
create policy heads on import_job for select to atoll_heads using (true);
grant select (outlet_id, created_at) on handed_job to atoll_heads;
create policy heads on handed_job for select to atoll_heads using (true);
@end
