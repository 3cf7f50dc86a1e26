-- Lists of very many records stay quick. Reason: what a list is sorted and filtered by is read through an index, and whether another record has
-- a name or code already is asked of one. Stock on hand and its value change with every sale: sorting by them reads the table instead.
create index inventory_item_by_code on inventory_item (outlet_id, is_active, code, id);
create index inventory_item_by_category on inventory_item (outlet_id, is_active, category, id);
create index inventory_item_by_unit on inventory_item (outlet_id, is_active, stock_unit, id);
create index inventory_item_by_cost on inventory_item (outlet_id, is_active, avg_cost, id);
create index inventory_item_by_reorder on inventory_item (outlet_id, is_active, reorder_level, id);
create index inventory_item_by_vendor on inventory_item (outlet_id, is_active, default_vendor_id, id);
create index inventory_item_by_storage on inventory_item (outlet_id, is_active, default_storage_id, id);
create index inventory_item_by_lower_name on inventory_item (outlet_id, lower(name));
create index inventory_item_by_lower_code on inventory_item (outlet_id, lower(code));

create index vendor_by_name on vendor (outlet_id, is_active, name, id);
create index vendor_by_code on vendor (outlet_id, is_active, code, id);
create index vendor_by_contact on vendor (outlet_id, is_active, contact_person, id);
create index vendor_by_phone on vendor (outlet_id, is_active, phone, id);
create index vendor_by_email on vendor (outlet_id, is_active, email, id);
create index vendor_by_terms on vendor (outlet_id, is_active, terms_days, id);
create index vendor_by_gst on vendor (outlet_id, is_active, is_gst_registered, id);
create index vendor_by_currency on vendor (outlet_id, is_active, currency, id);
create index vendor_by_lower_name on vendor (outlet_id, lower(name));
create index vendor_by_lower_code on vendor (outlet_id, lower(code));

create index customer_by_vip on customer (outlet_id, is_active, is_vip, id);
