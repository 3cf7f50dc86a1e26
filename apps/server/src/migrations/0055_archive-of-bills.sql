-- expand: closed bills may move to the archive. Reason: tables that tills write to grow without end.

-- Months of the archive that are in files.
create table detached_month (
  month text primary key,
  file text not null,
  sha256 text not null,
  row_count {{int}} not null,
  detached_at {{int}} not null
){{strict}}{{clustered}};
@org detached_month

@only postgres
-- A completed bill is deleted only when the archive has the same one. The tables of the archive are made beside the migrations, because they follow the
-- columns of the others (platform/store/postgres/layout/archived.ts).
create or replace function bill_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select 1 from public.archived_bill kept
    where kept.outlet_id = old.outlet_id and kept.id = old.id and to_jsonb(kept) - 'archived_month' = to_jsonb(old)
  ) then
    return old;
  end if;
  raise exception 'a completed bill is final';
end $$;
@end
