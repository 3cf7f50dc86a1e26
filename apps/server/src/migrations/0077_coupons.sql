-- expand: coupons. Reason: a promotion may count only with a code, of which only the hash is stored (R21.19).
alter table promotion add column "trigger" text not null default 'Automatic';

create table coupon (
  outlet_id {{int}} not null references outlet (id),
  -- SHA-256 of the code, which is stored nowhere.
  code_hash text not null,
  last4 text not null,
  -- Key of the request that created it with others.
  batch_key text not null,
  promotion_id {{int}} not null,
  -- 0: no limit.
  max_uses {{int}} not null,
  created_at {{int}} not null,
  created_by {{int}} not null,
  primary key (outlet_id, code_hash)
){{strict}};
@outlet coupon
create index coupon_by_batch on coupon (outlet_id, batch_key);

-- The bills that have a coupon now: a row goes when it is taken off, or with a bill that is void.
create table coupon_use (
  outlet_id {{int}} not null references outlet (id),
  code_hash text not null,
  bill_key text not null,
  at {{int}} not null,
  primary key (outlet_id, code_hash, bill_key)
){{strict}};
@outlet coupon_use
