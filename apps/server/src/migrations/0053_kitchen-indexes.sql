-- expand: tickets are found by their state first. Reason: each new ticket wrote a page for an index by bill and one for an index by time of change.
--
-- Few tickets are open: those of a bill are found among them. Only closed tickets are looked for by time.
create index kitchen_ticket_closed on kitchen_ticket (outlet_id, changed_at) where not is_open;
drop index kitchen_ticket_by_bill;
drop index kitchen_ticket_by_change;
