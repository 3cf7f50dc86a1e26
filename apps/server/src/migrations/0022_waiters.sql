-- A bill can be handed to another waiter, who is told; a person without bill.viewOthers sees only their own bills. A handed print job
-- remembers who asked for it, and a print station whether its person may see the jobs of others.
alter table bill add column waiter_id {{int}};
alter table notice add column user_id {{int}};
alter table handed_job add column user_id {{int}};
alter table print_station add column sees_others {{bool}} not null default {{true}};
alter table print_station add column sees_tickets {{bool}} not null default {{true}};
