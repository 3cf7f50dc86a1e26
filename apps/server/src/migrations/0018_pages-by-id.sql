-- A page far behind stays quick. Reason: lists stand in the order of their making, and what is not active was read past row by row.
create index inventory_item_by_id on inventory_item (outlet_id, is_active, id);
create index vendor_by_id on vendor (outlet_id, is_active, id);
create index customer_by_id on customer (outlet_id, is_active, id);
