-- expand: other items with a code or barcode are found by an index; of sizes, only those items are read whose sizes have barcodes.
create index menu_item_by_lower_code on menu_item (outlet_id, lower(code));
create index menu_item_by_lower_barcode on menu_item (outlet_id, lower(barcode));
create index menu_item_with_size_codes on menu_item (outlet_id, id) where replace(cast(sizes as text), '"barcode":""', '') like '%"barcode":"%';
