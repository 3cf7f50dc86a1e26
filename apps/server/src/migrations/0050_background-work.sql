-- expand: background work finds its outlets by one query. Reason: each server asked every outlet at each tick.

-- What was brought up to date for an outlet: search words, daily sums. An outlet without a row waits for it.
create table caught_up (
  outlet_id {{int}} not null references outlet (id),
  name text not null,
  version {{int}} not null,
  primary key (outlet_id, name)
){{strict}}{{clustered}};
@org caught_up

-- Which server process does a kind of background work. Times are epoch ms.
create table lease (
  name text primary key,
  holder text not null,
  until {{int}} not null
){{strict}}{{clustered}};
@org lease

create index report_schedule_due_at on report_schedule (due_at) where is_active;

@only postgres
-- The role that reads the heads of all outlets also reads by what background work finds its outlets: no names, no money, no documents.
grant select (history_seq, history_hash) on outlet_cursor to atoll_heads;
grant select (outlet_id, seq, at, hash) on history to atoll_heads;
create policy heads on history for select to atoll_heads using (true);
grant select (outlet_id, seq, at) on change_log to atoll_heads;
create policy heads on change_log for select to atoll_heads using (true);
grant select (outlet_id, template_id, due_at, taken_until, is_active) on report_schedule to atoll_heads;
create policy heads on report_schedule for select to atoll_heads using (true);
-- The time at which a connected device was heard is written for all of them together.
grant select (outlet_id, device_id, heard_at), update (heard_at) on device_contact to atoll_heads;
create policy heads on device_contact for select to atoll_heads using (true);
create policy heads_heard on device_contact for update to atoll_heads using (true);
@end
