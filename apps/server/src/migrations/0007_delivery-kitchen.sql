-- Delivery orders and what the kitchen does with its tickets. Reason: the delivery board and the kitchen screen.

-- Where the delivery of a bill stands; the details are in the bill itself.
alter table bill add column delivery_status text;
create index bill_by_delivery on bill (outlet_id, delivery_status, id) where delivery_status is not null;

create table kitchen_ticket (
  outlet_id {{int}} not null references outlet (id),
  key text not null,
  bill_id {{int}} not null,
  number {{int}} not null,
  business_date text not null,
  station text not null check (station in ('KITCHEN', 'BAR', 'GRILL')),
  kind text not null check (kind in ('New', 'Add', 'Cancel', 'Transfer', 'Reprint')),
  state text not null check (state in ('New', 'Preparing', 'Ready', 'Served', 'Recalled', 'Void')),
  is_open {{bool}} not null,
  created_at {{int}} not null,
  changed_at {{int}} not null,
  doc {{json}} not null,
  primary key (outlet_id, key)
){{strict}}{{hot}};
create index kitchen_ticket_by_number on kitchen_ticket (outlet_id, business_date, station, number);
create index kitchen_ticket_by_bill on kitchen_ticket (outlet_id, bill_id);
create index kitchen_ticket_open on kitchen_ticket (outlet_id, created_at) where is_open;
create index kitchen_ticket_by_change on kitchen_ticket (outlet_id, changed_at);
@outlet kitchen_ticket

-- Devices that print for those without a print server, and the jobs that they were handed.
create table print_station (
  outlet_id {{int}} not null references outlet (id),
  device_id text not null,
  seen_at {{int}} not null,
  primary key (outlet_id, device_id)
){{strict}};
@outlet print_station

create table handed_job (
  outlet_id {{int}} not null references outlet (id),
  key text not null,
  state text not null check (state in ('queued', 'sending', 'done', 'waiting', 'failed')),
  is_duplicate {{bool}} not null default {{false}},
  message text not null default '',
  station text,
  asked_by text not null,
  created_at {{int}} not null,
  changed_at {{int}} not null,
  doc {{json}} not null,
  primary key (outlet_id, key)
){{strict}};
create index handed_job_by_age on handed_job (outlet_id, state, created_at);
@outlet handed_job
