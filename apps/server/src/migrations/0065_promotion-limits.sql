-- expand: limits of promotions by bills. Reason: a promotion counts on so many bills, of one customer or in total (R21.20).
alter table promotion add column max_per_customer {{int}};
alter table promotion add column max_total {{int}};

-- The promotions that each bill has now: a row goes with its promotion, or with a bill that is void.
create table promotion_use (
  outlet_id {{int}} not null references outlet (id),
  promotion_id {{int}} not null,
  bill_key text not null,
  customer_id {{int}} not null,
  at {{int}} not null,
  primary key (outlet_id, promotion_id, bill_key)
){{strict}};
@outlet promotion_use
create index promotion_use_by_customer on promotion_use (outlet_id, customer_id, promotion_id);
