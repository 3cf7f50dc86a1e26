-- What happens to a bill after it was saved: refunds, and what cash events were for.

-- Each refund of a paid bill; the refund itself is a bill of negative quantities. The last one of a bill gives back all that was left.
create table refund (
  outlet_id {{int}} not null,
  refund_id {{int}} not null,
  bill_id {{int}} not null,
  is_full {{bool}} not null,
  amount {{int}} not null check (amount <= 0),
  reason text not null,
  primary key (outlet_id, refund_id),
  foreign key (outlet_id, refund_id) references bill (outlet_id, id),
  foreign key (outlet_id, bill_id) references bill (outlet_id, id)
){{strict}};
create index refund_by_bill on refund (outlet_id, bill_id);
@append-only refund

-- Lines that came back, beside sold_item: `qty` is what came back, amounts are negative as on the refund.
create table refund_item (
  outlet_id {{int}} not null,
  bill_id {{int}} not null,
  item_id {{int}} not null,
  of_bill_id {{int}} not null,
  of_item_key text not null,
  menu_item_id {{int}} not null,
  name text not null,
  size text not null,
  qty {{int}} not null check (qty > 0),
  price {{int}} not null,
  amount {{int}} not null,
  discount {{int}} not null,
  gst_mode text not null,
  gst_bp {{int}} not null,
  tax {{int}} not null,
  sold_by {{int}},
  business_date text not null,
  primary key (outlet_id, bill_id, item_id),
  foreign key (outlet_id, bill_id) references bill (outlet_id, id)
){{strict}}{{clustered}};
create index refund_item_of_bill on refund_item (outlet_id, of_bill_id);
@append-only refund_item

-- PayIn, PayOut, Drop (to the safe), TipOut, NoSale (the drawer was opened for nothing).
alter table cash_event add column type text not null default '';
alter table cash_event add column payee text not null default '';
alter table cash_event add column approval_key text;
