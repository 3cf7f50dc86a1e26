-- expand: hub tickets that were not used are found by their end. Reason: each new ticket read all of them.
create index hub_ticket_by_expiry on hub_ticket (expires_at);
