-- expand: promotions. Reason: what is taken off items or a bill under conditions, on every till (R21.6).
create table promotion (
  name text not null,
  type text not null default 'PercentOff',
  status text not null default 'Draft',
  percent_bp {{int}},
  amount {{int}},
  min_spend {{int}},
  buy_qty {{int}},
  get_qty {{int}},
  price {{int}},
  parts {{json}} not null,
  item_ids {{json}} not null,
  category_ids {{json}} not null,
  except_item_ids {{json}} not null,
  get_item_ids {{json}} not null,
  get_category_ids {{json}} not null,
  availability {{json}} not null,
  order_types {{json}} not null,
  group_ids {{json}} not null,
  from_date text,
  to_date text,
  grace_minutes {{int}},
  combines text not null default 'OnePerUnit',
  max_per_bill {{int}},
  priority {{int}},
  {{record}}
){{strict}};
@outlet promotion
@sequence promotion
