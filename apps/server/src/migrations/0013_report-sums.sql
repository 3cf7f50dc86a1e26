-- What a person sold and gave away on each day, how years of bills are looked through without reading one, and reports by mail. Reason: reports.

-- Kept up by the transaction that completes or refunds a bill. `bills`, `total`: of whoever opened the bill; `gift_bills` and what follows: of
-- whoever rang the lines up that were reduced or given away.
create table sale_person (
  outlet_id {{int}} not null references outlet (id),
  business_date text not null,
  user_id {{int}} not null,
  bills {{int}} not null,
  total {{int}} not null,
  gift_bills {{int}} not null,
  line_discount {{int}} not null,
  bill_discount {{int}} not null,
  comp_lines {{int}} not null,
  comps {{int}} not null,
  primary key (outlet_id, business_date, user_id)
){{strict}}{{clustered}};
@outlet sale_person

-- All that reports ask of a completed bill besides its document, and what a person looks for one by.
create index bill_sold on bill (outlet_id, business_date, type, slot, customer_id, delivery_status, total, created_at, completed_at, id,
  invoice_number, customer_name) where status = 'Complete';
create index bill_by_total on bill (outlet_id, total, id);
create index bill_by_type on bill (outlet_id, type, id);
create index bill_by_maker on bill (outlet_id, created_by, id);
create index bill_void on bill (outlet_id, business_date, id) where is_void;
create index sold_item_void on sold_item (outlet_id, business_date, bill_id) where is_void;
create index bill_taxed on bill (outlet_id, business_date, id)
  where customer_id > 0 and status = 'Complete' and (doc -> 'customer' ->> 'tin') <> '';

-- Saved reports that go out by mail. `due_at` is the next time; `taken_until` keeps others away while one server sends.
create table report_schedule (
  outlet_id {{int}} not null references outlet (id),
  template_id {{int}} not null,
  frequency text not null check (frequency in ('Daily', 'Weekly', 'Monthly')),
  time text not null,
  weekday {{int}} not null check (weekday between 0 and 6),
  day {{int}} not null check (day between 1 and 28),
  user_ids {{json}} not null,
  is_active {{bool}} not null,
  due_at {{int}} not null,
  taken_until {{int}} not null default 0,
  sent_at {{int}},
  problem text not null default '',
  primary key (outlet_id, template_id),
  foreign key (outlet_id, template_id) references report_template (outlet_id, id)
){{strict}};
create index report_schedule_due on report_schedule (outlet_id, due_at) where is_active;
@outlet report_schedule
