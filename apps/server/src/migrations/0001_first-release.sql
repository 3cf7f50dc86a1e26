-- Everything the first release keeps. Reason: the empty store.
--
-- Words in double braces stand for the engine's own column kinds; a line that begins with an at sign says what a table is, and
-- `platform/store/migration.ts` writes the walls for it: `org` belongs to no outlet, `outlet` shows a row to its own outlet only,
-- `append-only` does so too and refuses changes, `expiring` besides lets go of rows older than so many milliseconds.
-- Money is integer laari, quantities are thousandths, percentages basis points, instants epoch milliseconds in UTC.

create table outlet (
  id {{serial}},
  name text not null,
  logo text,
  business_type text not null check (business_type in ('Restaurant', 'Retail')),
  legal_name text not null default '',
  address text not null default '',
  phone text not null default '',
  email text not null default '',
  tin text not null default '',
  gst_activity_no text not null default '',
  tax_sector text not null default 'General' check (tax_sector in ('General', 'Tourism')),
  currency text not null default 'MVR',
  timezone text not null default 'Indian/Maldives',
  business_day_cutoff text not null default '04:00',
  slot_types {{json}} not null,
  gst_mode text not null default 'Exclusive' check (gst_mode in ('Inclusive', 'Exclusive', 'Exempt')),
  is_gst_on_service_charge {{bool}} not null default {{true}},
  receipt_header text not null default '',
  receipt_footer text not null default '',
  invoice_prefix text not null default '',
  features {{json}} not null,
  is_active {{bool}} not null default {{true}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  modified_at {{int}} not null
){{strict}};
@org outlet

create table app_user (
  id {{serial}},
  key text not null unique,
  name text not null,
  email text not null unique,
  password_hash text not null,
  passcode_hash text not null,
  role text not null check (role in ('Admin', 'Manager', 'User')),
  permission_overrides {{json}} not null,
  job_title text not null default '',
  department text not null default '',
  phone text not null default '',
  avatar text,
  language text not null default 'en',
  is_active {{bool}} not null default {{true}},
  passcode_failures {{int}} not null default 0,
  last_login_at {{int}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  modified_at {{int}} not null
){{strict}};
@org app_user

create table user_outlet (
  user_id {{int}} not null references app_user (id),
  outlet_id {{int}} not null references outlet (id),
  sort {{int}} not null default 0,
  primary key (user_id, outlet_id)
){{strict}};
create index user_outlet_by_outlet on user_outlet (outlet_id);
@org user_outlet

-- A sign-in on one device; its refresh tokens are a family that ends together.
create table session (
  id text primary key,
  user_id {{int}} not null references app_user (id),
  device_id text not null default '',
  device_name text not null default '',
  ip text not null default '',
  passcode_failures {{int}} not null default 0,
  created_at {{int}} not null,
  last_used_at {{int}} not null,
  expires_at {{int}} not null,
  ended_at {{int}},
  end_reason text
){{strict}};
create index session_by_user on session (user_id);
create index session_ended on session (ended_at) where ended_at is not null;
@org session

create table refresh_token (
  token_hash text primary key,
  session_id text not null references session (id),
  created_at {{int}} not null,
  expires_at {{int}} not null,
  used_at {{int}},
  successor_hash text
){{strict}};
create index refresh_token_by_session on refresh_token (session_id);
@org refresh_token

create table password_reset (
  token_hash text primary key,
  user_id {{int}} not null references app_user (id),
  created_at {{int}} not null,
  expires_at {{int}} not null,
  used_at {{int}}
){{strict}};
@org password_reset

-- Tickets that open one hub connection each, at whichever process it arrives.
create table hub_ticket (
  ticket_hash text primary key,
  session_id text not null references session (id),
  outlet_id {{int}} not null references outlet (id),
  expires_at {{int}} not null
){{strict}};
@org hub_ticket

-- Keys that all server processes share (the one that signs access tokens, for instance).
create table secret (
  name text primary key,
  value text not null,
  created_at {{int}} not null
){{strict}};
@org secret

-- The outlet's counters, chain head and change head. Locked by every write of the outlet.
create table outlet_cursor (
  outlet_id {{int}} primary key references outlet (id),
  seq {{int}} not null default 0,
  bill_number {{int}} not null default 0,
  shift_number {{int}} not null default 0,
  z_number {{int}} not null default 0,
  invoices {{json}} not null,
  item_id {{int}} not null default 0,
  history_seq {{int}} not null default 0,
  history_hash text not null default '',
  shift_id {{int}},
  terms_version {{int}} not null default 0
){{strict}};
@outlet outlet_cursor

create table setting (
  outlet_id {{int}} not null references outlet (id),
  key text not null,
  value text,
  value_list {{json}},
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, key)
){{strict}};
@outlet setting

create table menu (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  name text not null,
  description text not null default '',
  availability {{json}} not null,
  order_types {{json}} not null,
  sort {{int}} not null default 0,
  status text not null default 'Published' check (status in ('Draft', 'Published')),
  is_active {{bool}} not null default {{true}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  created_by {{int}},
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, id),
  unique (outlet_id, key)
){{strict}};
@outlet menu

create table category (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  name text not null,
  name_local text not null default '',
  parent_id {{int}} not null default 0,
  menu_ids {{json}} not null,
  color text not null default '',
  image text,
  sort {{int}} not null default 0,
  course_no {{int}} not null default 0,
  default_type text not null default 'Kitchen' check (default_type in ('NA', 'Kitchen', 'Bar', 'Grill')),
  gst_mode text check (gst_mode in ('Inclusive', 'Exclusive', 'Exempt')),
  is_active {{bool}} not null default {{true}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  created_by {{int}},
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, id),
  unique (outlet_id, key)
){{strict}};
@outlet category

create table menu_item (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  code text not null default '',
  barcode text not null default '',
  name text not null,
  name_local text not null default '',
  kitchen_name text not null default '',
  category_ids {{json}} not null,
  type text not null check (type in ('NA', 'Kitchen', 'Bar', 'Grill')),
  sizes {{json}} not null,
  description text not null default '',
  image text,
  gst_mode text check (gst_mode in ('Inclusive', 'Exclusive', 'Exempt')),
  gst_bp {{int}} check (gst_bp between 0 and 10000),
  is_service_chargeable {{bool}} not null default {{true}},
  is_printable {{bool}} not null default {{true}},
  is_open_price {{bool}} not null default {{false}},
  is_sold_by_weight {{bool}} not null default {{false}},
  is_available {{bool}} not null default {{true}},
  sort {{int}} not null default 0,
  is_active {{bool}} not null default {{true}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  created_by {{int}},
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, id),
  unique (outlet_id, key)
){{strict}};
@outlet menu_item

-- Prices that were the menu's once: [valid_from, valid_until). The present ones stand in menu_item.sizes.
create table menu_price (
  outlet_id {{int}} not null,
  menu_item_id {{int}} not null,
  size text not null,
  price {{int}} not null check (price >= 0),
  valid_from {{int}} not null,
  valid_until {{int}} not null,
  primary key (outlet_id, menu_item_id, size, valid_until),
  foreign key (outlet_id, menu_item_id) references menu_item (outlet_id, id)
){{strict}};
@append-only menu_price

create table customer (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  code text not null,
  name text not null default '',
  phone text not null default '',
  email text not null default '',
  type text not null default 'Personal' check (type in ('Personal', 'Business')),
  company text not null default '',
  tin text not null default '',
  address text not null default '',
  note text not null default '',
  is_active {{bool}} not null default {{true}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  created_by {{int}},
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, id),
  unique (outlet_id, key),
  unique (outlet_id, code)
){{strict}};
create index customer_by_phone on customer (outlet_id, phone);
@outlet customer

create table shift (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  number {{int}} not null,
  business_date text not null,
  status text not null check (status in ('Open', 'Counting', 'Closed')),
  is_open {{bool}} not null,
  opening_balance {{int}} not null check (opening_balance >= 0),
  device_id text,
  created_at {{int}} not null,
  created_by {{int}} not null,
  created_by_name text not null,
  closed_at {{int}},
  closed_by {{int}},
  closed_by_name text,
  closing {{json}},
  totals {{json}},
  version {{int}} not null default 1,
  primary key (outlet_id, id),
  unique (outlet_id, key),
  unique (outlet_id, number)
){{strict}};
create unique index shift_one_open on shift (outlet_id) where is_open;
@outlet shift

-- A bill is one document; the columns beside it are what lists filter and sort by.
create table bill (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  version {{int}} not null check (version > 0),
  number {{int}} not null,
  invoice_number text,
  type text not null check (type in ('Table', 'Delivery', 'Takeaway', 'Counter')),
  slot {{int}} not null check (slot > 0),
  check_no {{int}} not null check (check_no between 1 and 9),
  status text not null check (status in ('CheckedIn', 'Saved', 'BillPrinted', 'Complete')),
  is_void {{bool}} not null,
  is_open {{bool}} not null,
  customer_id {{int}} not null default 0,
  customer_name text not null default '',
  shift_id {{int}},
  business_date text,
  created_at {{int}} not null,
  created_by {{int}},
  completed_at {{int}},
  modified_at {{int}} not null,
  total {{int}} not null,
  print_jobs {{json}} not null,
  moved_keys {{json}} not null,
  doc {{json}} not null,
  primary key (outlet_id, id),
  unique (outlet_id, key),
  check ((status = 'Complete') = (invoice_number is not null)),
  check (not (is_void and status = 'Complete'))
){{strict}}{{hot}};
create unique index bill_one_open on bill (outlet_id, type, slot, check_no) where is_open;
create unique index bill_by_invoice on bill (outlet_id, invoice_number) where invoice_number is not null;
create index bill_by_number on bill (outlet_id, number);
create index bill_by_created on bill (outlet_id, created_at);
create index bill_by_shift on bill (outlet_id, shift_id, id);
create index bill_by_customer on bill (outlet_id, customer_id, id) where customer_id > 0;
@outlet bill

-- Keys of bills that were merged away. They are never deleted.
create table bill_alias (
  outlet_id {{int}} not null,
  key text not null,
  bill_id {{int}} not null,
  primary key (outlet_id, key),
  foreign key (outlet_id, bill_id) references bill (outlet_id, id)
){{strict}};
@append-only bill_alias

create table payment (
  outlet_id {{int}} not null,
  key text not null,
  bill_id {{int}} not null,
  shift_id {{int}} not null,
  business_date text not null,
  method text not null,
  amount {{int}} not null check (amount <> 0),
  tendered {{int}} not null,
  change_given {{int}} not null check (change_given >= 0),
  reference text not null default '',
  received_by {{int}},
  received_at {{int}} not null,
  primary key (outlet_id, key),
  foreign key (outlet_id, bill_id) references bill (outlet_id, id)
){{strict}};
create index payment_by_bill on payment (outlet_id, bill_id);
@append-only payment

create table sold_item (
  outlet_id {{int}} not null,
  bill_id {{int}} not null,
  item_id {{int}} not null,
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
  is_void {{bool}} not null,
  is_comp {{bool}} not null,
  sold_by {{int}},
  business_date text not null,
  primary key (outlet_id, bill_id, item_id),
  foreign key (outlet_id, bill_id) references bill (outlet_id, id)
){{strict}}{{clustered}};
@append-only sold_item

create table cash_event (
  outlet_id {{int}} not null,
  key text not null,
  shift_id {{int}} not null,
  kind text not null check (kind in ('In', 'Out')),
  amount {{int}} not null check (amount > 0),
  reason text not null,
  at {{int}} not null,
  made_by {{int}} not null,
  made_by_name text not null,
  primary key (outlet_id, key),
  foreign key (outlet_id, shift_id) references shift (outlet_id, id)
){{strict}};
create index cash_event_by_shift on cash_event (outlet_id, shift_id);
@append-only cash_event

create table z_report (
  outlet_id {{int}} not null,
  number {{int}} not null,
  shift_id {{int}} not null,
  at {{int}} not null,
  totals {{json}} not null,
  primary key (outlet_id, number),
  unique (outlet_id, shift_id),
  foreign key (outlet_id, shift_id) references shift (outlet_id, id)
){{strict}};
@append-only z_report

-- Who did what, when, on which device: each row's hash covers the one before it.
create table history (
  outlet_id {{int}} not null references outlet (id),
  seq {{int}} not null,
  at {{int}} not null,
  subject text not null,
  subject_key text not null,
  action text not null,
  user_id {{int}},
  device_id text,
  approval_key text,
  data text not null,
  hash text not null,
  primary key (outlet_id, seq)
){{strict}}{{clustered}};
create index history_by_subject on history (outlet_id, subject_key);
@append-only history

-- How a device catches up; kept for 48 hours.
create table change_log (
  outlet_id {{int}} not null references outlet (id),
  seq {{int}} not null,
  entity text not null,
  entity_id {{int}},
  version {{int}} not null,
  action text not null,
  at {{int}} not null,
  primary key (outlet_id, seq)
){{strict}}{{clustered}};
@expiring change_log 172800000

-- Sums that dashboard and reports read, kept up by the transaction that completes a bill.
create table sale_hour (
  outlet_id {{int}} not null references outlet (id),
  business_date text not null,
  hour {{int}} not null check (hour between 0 and 23),
  type text not null,
  bills {{int}} not null,
  covers {{int}} not null,
  sub_total {{int}} not null,
  discount {{int}} not null,
  service_charge {{int}} not null,
  gst {{int}} not null,
  total {{int}} not null,
  rounding {{int}} not null,
  tip {{int}} not null,
  primary key (outlet_id, business_date, hour, type)
){{strict}}{{clustered}};
@outlet sale_hour

create table sale_method (
  outlet_id {{int}} not null references outlet (id),
  business_date text not null,
  method text not null,
  payments {{int}} not null,
  amount {{int}} not null,
  primary key (outlet_id, business_date, method)
){{strict}}{{clustered}};
@outlet sale_method

create table sale_item (
  outlet_id {{int}} not null references outlet (id),
  business_date text not null,
  menu_item_id {{int}} not null,
  size text not null,
  name text not null,
  qty {{int}} not null,
  amount {{int}} not null,
  primary key (outlet_id, business_date, menu_item_id, size)
){{strict}}{{clustered}};
@outlet sale_item

create table file (
  outlet_id {{int}} not null references outlet (id),
  key text not null,
  name text not null default '',
  mime text not null,
  bytes {{int}} not null,
  sha256 text not null,
  content {{blob}} not null,
  created_at {{int}} not null,
  created_by {{int}},
  primary key (outlet_id, key)
){{strict}};
@outlet file

@sequence bill
@sequence shift
@sequence customer
@sequence menu
@sequence category
@sequence menu_item
