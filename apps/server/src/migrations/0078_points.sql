-- expand: points of customers. Reason: guests earn points when they pay, whose balance is the sum of entries that never change.
create table points_rule (
  name text not null,
  kind text not null default 'PerSpend',
  points {{int}} not null,
  per {{int}},
  item_ids {{json}} not null,
  category_ids {{json}} not null,
  availability {{json}} not null,
  order_types {{json}} not null,
  group_ids {{json}} not null,
  from_date text,
  to_date text,
  grace_minutes {{int}},
  {{record}}
){{strict}};
@outlet points_rule
@sequence points_rule

create table points_tier (
  name text not null,
  from_points {{int}} not null,
  factor_bp {{int}},
  group_id {{int}} not null default 0,
  {{record}}
){{strict}};
@outlet points_tier
@sequence points_tier

create table point_entry (
  outlet_id {{int}} not null,
  id {{int}} not null,
  key text not null,
  customer_id {{int}} not null,
  at {{int}} not null,
  business_date text not null,
  type text not null,
  points {{int}} not null check (points <> 0),
  balance_before {{int}} not null,
  balance_after {{int}} not null,
  bill_id {{int}},
  reference text not null default '',
  note text not null default '',
  made_by {{int}},
  made_by_name text not null default '',
  primary key (outlet_id, id),
  unique (outlet_id, key),
  foreign key (outlet_id, customer_id) references customer (outlet_id, id),
  check (balance_after = balance_before + points)
){{strict}};
create index point_entry_by_customer on point_entry (outlet_id, customer_id, id);
create index point_entry_by_bill on point_entry (outlet_id, bill_id);
@append-only point_entry
@no-replace point_entry outlet_id,id outlet_id,key rowid
@no-truncate point_entry
@sequence point_entry
