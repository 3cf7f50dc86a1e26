-- expand: when a kitchen screen of an outlet was used. Reason: while one is in use, a payment finishes no ticket. What cooks moved before is known by
-- their tickets.
create table kitchen_screen (
  outlet_id {{int}} not null references outlet (id),
  -- Epoch ms; 0 for never.
  shown_at {{int}} not null,
  moved_at {{int}} not null,
  primary key (outlet_id)
){{strict}}{{hot}};
@outlet kitchen_screen
insert into kitchen_screen (outlet_id, shown_at, moved_at)
select outlet_id, 0, max(changed_at) from kitchen_ticket
where state in ('Preparing', 'Ready', 'Served', 'Recalled') and cast(doc as text) not like '%"closedBy"%'
group by outlet_id;
