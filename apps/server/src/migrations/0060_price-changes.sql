-- expand: changes of menu prices from a business day on. Reason: each till applies them at the start of that day, offline too (R21.5).
create table price_change (
  name text not null,
  from_date text,
  status text not null default 'Planned',
  prices {{json}} not null,
  {{record}}
){{strict}};
create index price_change_planned on price_change (from_date) where status = 'Planned' and is_active;
@outlet price_change
@sequence price_change

@only postgres
-- The role that finds the outlets with background work reads by which day and state.
grant select (outlet_id, from_date, status, is_active) on price_change to atoll_heads;
create policy heads on price_change for select to atoll_heads using (true);
@end
