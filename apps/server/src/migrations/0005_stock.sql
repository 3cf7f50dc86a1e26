-- Stock: movements, levels, recipes, requests, counts and purchase invoices. Reason: what is sold and bought changes what lies there.
--
-- Quantities are thousandths of the item's stock unit. A level's worth and a movement's value are laari; the price of one stock unit is kept in
-- thousandths of a laari, because a gram costs less than one. A level is the sum of its movements, written with each of them.

-- What lies of an item in all storages, written with each movement, so that the list can be sorted by it.
alter table inventory_item add column on_hand {{int}} not null default 0;
alter table inventory_item add column stock_value {{int}} not null default 0;

create table stock_movement (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  -- When it happened; a sale made offline arrives later.
  at {{int}} not null,
  business_date text not null,
  item_id {{int}} not null,
  storage_id {{int}} not null,
  type text not null check (type in ('Opening', 'Purchase', 'PurchaseReturn', 'Sale', 'SaleVoid', 'Return', 'Waste', 'Expired', 'Lost',
    'StaffMeal', 'TransferOut', 'TransferIn', 'TransferRejected', 'CountAdjust', 'ConvertOut', 'ConvertIn', 'Production', 'Set')),
  qty {{int}} not null check (qty <> 0),
  unit_cost {{int}} not null check (unit_cost >= 0),
  value {{int}} not null,
  qty_before {{int}} not null,
  qty_after {{int}} not null,
  -- What it came of: a bill, request, count or invoice, and which line of it.
  ref_type text not null default '',
  ref_id {{int}} not null default 0,
  ref_line text not null default '',
  batch text not null default '',
  expiry text,
  reason text not null default '',
  made_by {{int}},
  made_by_name text not null default '',
  recorded_at {{int}} not null,
  primary key (outlet_id, id),
  unique (outlet_id, key),
  foreign key (outlet_id, item_id) references inventory_item (outlet_id, id),
  foreign key (outlet_id, storage_id) references storage (outlet_id, id),
  check (qty_after = qty_before + qty)
){{strict}};
create index stock_movement_by_item on stock_movement (outlet_id, item_id, at);
create index stock_movement_by_storage on stock_movement (outlet_id, storage_id, at);
create index stock_movement_by_time on stock_movement (outlet_id, at);
create index stock_movement_by_ref on stock_movement (outlet_id, ref_type, ref_id) where ref_type <> '';
@append-only stock_movement

create table stock_level (
  outlet_id {{int}} not null references outlet (id),
  item_id {{int}} not null,
  storage_id {{int}} not null,
  on_hand {{int}} not null,
  worth {{int}} not null,
  modified_at {{int}} not null,
  primary key (outlet_id, item_id, storage_id),
  foreign key (outlet_id, item_id) references inventory_item (outlet_id, id),
  foreign key (outlet_id, storage_id) references storage (outlet_id, id),
  check (on_hand <> 0 or worth = 0)
){{strict}}{{clustered}};
create index stock_level_by_storage on stock_level (outlet_id, storage_id);
@outlet stock_level

-- The last known prices of an item, exactly; the item itself shows them in whole laari.
create table stock_cost (
  outlet_id {{int}} not null references outlet (id),
  item_id {{int}} not null,
  avg_cost {{int}} not null,
  last_cost {{int}} not null,
  primary key (outlet_id, item_id),
  foreign key (outlet_id, item_id) references inventory_item (outlet_id, id)
){{strict}}{{clustered}};
@outlet stock_cost

create table recipe (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  name text not null,
  -- Of a menu item and one of its sizes, or 0: a part of other recipes.
  menu_item_id {{int}} not null default 0,
  size text not null default '',
  yield_qty {{int}} not null check (yield_qty > 0),
  yield_unit text not null default 'portion',
  method text not null default '',
  lines {{json}} not null,
  is_active {{bool}} not null default {{true}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  created_by {{int}},
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, id),
  unique (outlet_id, key)
){{strict}};
create unique index recipe_of_size on recipe (outlet_id, menu_item_id, size) where is_active and menu_item_id > 0;
@outlet recipe
@sequence recipe

create table stock_request (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  number text not null,
  purpose text not null check (purpose in ('Issue', 'Transfer', 'Purchase')),
  from_storage_id {{int}} not null default 0,
  to_storage_id {{int}} not null,
  needed_by text,
  priority text not null default 'Normal' check (priority in ('Low', 'Normal', 'Urgent')),
  note text not null default '',
  status text not null,
  reason text not null default '',
  lines {{json}} not null,
  steps {{json}} not null,
  is_active {{bool}} not null default {{true}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  created_by {{int}},
  created_by_name text not null default '',
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, id),
  unique (outlet_id, key),
  unique (outlet_id, number),
  foreign key (outlet_id, to_storage_id) references storage (outlet_id, id)
){{strict}};
create index stock_request_by_status on stock_request (outlet_id, status, id);
@outlet stock_request
@sequence stock_request

create table stock_count (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  number text not null,
  storage_id {{int}} not null,
  scope text not null check (scope in ('Full', 'Category', 'Items', 'Exception')),
  category text not null default '',
  is_blind {{bool}} not null,
  status text not null,
  reason text not null default '',
  note text not null default '',
  lines {{json}} not null,
  steps {{json}} not null,
  started_at {{int}},
  posted_at {{int}},
  is_active {{bool}} not null default {{true}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  created_by {{int}},
  created_by_name text not null default '',
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, id),
  unique (outlet_id, key),
  unique (outlet_id, number),
  foreign key (outlet_id, storage_id) references storage (outlet_id, id)
){{strict}};
@outlet stock_count
@sequence stock_count

create table purchase_invoice (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  number text not null,
  vendor_invoice_no text not null,
  vendor_id {{int}} not null,
  vendor_name text not null,
  invoice_date text not null,
  due_date text not null,
  received_date text,
  storage_id {{int}} not null default 0,
  currency text not null default 'MVR',
  -- Ten-thousandths of a rufiyaa for one of the currency.
  rate {{int}} not null default 10000 check (rate > 0),
  gst_mode text not null check (gst_mode in ('Inclusive', 'Exclusive', 'Exempt')),
  lines {{json}} not null,
  discount {{int}} not null check (discount >= 0),
  other_charges {{int}} not null check (other_charges >= 0),
  sub_total {{int}} not null,
  gst {{int}} not null,
  total {{int}} not null,
  vendor_total {{int}},
  is_total_acknowledged {{bool}} not null default {{false}},
  attachments {{json}} not null,
  note text not null default '',
  status text not null check (status in ('Draft', 'Posted', 'Cancelled')),
  receiving text not null check (receiving in ('NotReceived', 'Partial', 'Received')),
  paid {{int}} not null default 0,
  reason text not null default '',
  steps {{json}} not null,
  is_active {{bool}} not null default {{true}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  created_by {{int}},
  created_by_name text not null default '',
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, id),
  unique (outlet_id, key),
  unique (outlet_id, number),
  foreign key (outlet_id, vendor_id) references vendor (outlet_id, id)
){{strict}};
create unique index purchase_invoice_of_paper on purchase_invoice (outlet_id, vendor_id, lower(vendor_invoice_no))
  where is_active and status <> 'Cancelled';
create index purchase_invoice_by_date on purchase_invoice (outlet_id, invoice_date);
@outlet purchase_invoice
@sequence purchase_invoice

create table purchase_payment (
  outlet_id {{int}} not null,
  key text not null,
  invoice_id {{int}} not null,
  date text not null,
  amount {{int}} not null check (amount > 0),
  method text not null,
  reference text not null default '',
  account_id {{int}} not null default 0,
  shift_id {{int}},
  made_by {{int}},
  made_by_name text not null default '',
  at {{int}} not null,
  primary key (outlet_id, key),
  foreign key (outlet_id, invoice_id) references purchase_invoice (outlet_id, id)
){{strict}};
create index purchase_payment_by_invoice on purchase_payment (outlet_id, invoice_id);
@append-only purchase_payment
