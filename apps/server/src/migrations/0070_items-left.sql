-- expand: how many of an item are left. Reason: it counts down as items are sold, and may begin again each business day (R21.29).
alter table menu_item add column daily_qty {{int}};
alter table outlet add column counts_items {{bool}} not null default {{false}};

-- One row for each item that was ever counted; thousandths. No number: nobody counts it.
create table item_count (
  outlet_id {{int}} not null references outlet (id),
  menu_item_id {{int}} not null,
  left_qty {{int}},
  day text not null,
  primary key (outlet_id, menu_item_id)
){{strict}};
@outlet item_count
