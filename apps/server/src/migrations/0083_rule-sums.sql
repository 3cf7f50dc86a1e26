-- expand: what promotions, set menus and other prices than the menu's made of the sales of each day; reports on them would read every bill. Kept up by the
-- transaction that completes or refunds a bill.
create table sale_rule (
  outlet_id {{int}} not null references outlet (id),
  business_date text not null,
  -- Promotion, Reduced (items that promotions reduced), Set, SetPart, or why a price differs: List, OldRules, Unproven, OldMenu, Own.
  kind text not null,
  -- The promotion, the menu item of the set, or the price list; 0: none.
  rule_id {{int}} not null,
  -- 0: not by item.
  menu_item_id {{int}} not null,
  size text not null,
  name text not null,
  bills {{int}} not null,
  uses {{int}} not null,
  -- Thousandths.
  qty {{int}} not null,
  value {{int}} not null,
  promotion {{int}} not null,
  discount {{int}} not null,
  amount {{int}} not null,
  -- GST within the amount.
  tax {{int}} not null,
  primary key (outlet_id, business_date, kind, rule_id, menu_item_id, size)
){{strict}}{{clustered}};
@outlet sale_rule
