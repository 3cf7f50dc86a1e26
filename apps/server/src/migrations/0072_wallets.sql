-- expand: wallets. Reason: gift cards hold money of guests, whose balance is the sum of entries that never change.
create table wallet (
  kind text not null,
  -- SHA-256 of the code, which is stored nowhere.
  code_hash text not null,
  last4 text not null,
  customer_id {{int}} not null default 0,
  balance {{int}} not null default 0,
  status text not null default 'Active',
  expires_on text,
  replaced_by {{int}},
  bill_id {{int}},
  {{record}},
  unique (outlet_id, code_hash)
){{strict}};
@outlet wallet
@sequence wallet

create table wallet_entry (
  outlet_id {{int}} not null,
  id {{int}} not null,
  key text not null,
  wallet_id {{int}} not null,
  at {{int}} not null,
  business_date text not null,
  type text not null,
  amount {{int}} not null check (amount <> 0),
  balance_before {{int}} not null,
  balance_after {{int}} not null,
  bill_id {{int}},
  shift_id {{int}},
  reference text not null default '',
  note text not null default '',
  made_by {{int}},
  made_by_name text not null default '',
  primary key (outlet_id, id),
  unique (outlet_id, key),
  foreign key (outlet_id, wallet_id) references wallet (outlet_id, id),
  check (balance_after = balance_before + amount)
){{strict}};
create index wallet_entry_by_wallet on wallet_entry (outlet_id, wallet_id, id);
create index wallet_entry_by_bill on wallet_entry (outlet_id, bill_id);
@append-only wallet_entry
@no-replace wallet_entry outlet_id,id outlet_id,key rowid
@no-truncate wallet_entry
@sequence wallet_entry

-- What payment lines hold for 15 minutes, so that two tills do not spend one balance. A hold proves to a payment that the code was known.
create table wallet_hold (
  outlet_id {{int}} not null references outlet (id),
  key text not null,
  wallet_id {{int}} not null,
  amount {{int}} not null,
  bill_key text not null,
  device_id text,
  expires_at {{int}} not null,
  primary key (outlet_id, key)
){{strict}};
@outlet wallet_hold
create index wallet_hold_by_wallet on wallet_hold (outlet_id, wallet_id);
