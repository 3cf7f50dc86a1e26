-- expand: orders. Reason: guests order ahead and pay in parts; what they paid never changes.
create table advance_order (
  number text not null,
  kind text not null default 'Order',
  status text not null default 'Open',
  customer_id {{int}} not null default 0,
  name text not null,
  phone text not null default '',
  total {{int}} not null,
  due_at {{int}} not null,
  plan {{json}} not null,
  -- The bill that it becomes, as it was priced when the order was made.
  doc {{json}} not null,
  bill_id {{int}},
  {{record}},
  unique (outlet_id, number)
){{strict}};
create index advance_order_by_due on advance_order (outlet_id, status, due_at);
create index advance_order_by_bill on advance_order (outlet_id, bill_id);
@outlet advance_order
@sequence advance_order

create table order_advance (
  outlet_id {{int}} not null,
  id {{int}} not null,
  key text not null,
  order_id {{int}} not null,
  bill_id {{int}} not null,
  invoice_number text not null,
  amount {{int}} not null check (amount > 0),
  at {{int}} not null,
  primary key (outlet_id, id),
  unique (outlet_id, key),
  foreign key (outlet_id, order_id) references advance_order (outlet_id, id)
){{strict}};
create index order_advance_by_order on order_advance (outlet_id, order_id, id);
create index order_advance_by_bill on order_advance (outlet_id, bill_id);
@append-only order_advance
@no-replace order_advance outlet_id,id outlet_id,key rowid
@no-truncate order_advance
@sequence order_advance
