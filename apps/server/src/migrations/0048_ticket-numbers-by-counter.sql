-- expand: the index of ticket numbers is dropped. Reason: since 0036 a counter gives them, and each new ticket wrote a page for it.
drop index kitchen_ticket_by_number;
