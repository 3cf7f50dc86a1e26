-- expand: indexes of closed bills. Reason: each change of an open bill rewrote the indexes of its total, its customer and its delivery.
--
-- Those columns of an open bill are written when it is created, moved and closed; until then its document has them (platform/store/open-bills.ts).
-- So on PostgreSQL no index changes with an open bill, and a new version of its row fits on the same page.
create index bill_sale on bill (outlet_id, business_date, type, slot, customer_id, delivery_status, total, created_at, completed_at, id,
  invoice_number, customer_name) where invoice_number is not null;
create index bill_by_amount on bill (outlet_id, total, id) where not is_open;
create index bill_of_customer on bill (outlet_id, customer_id, id) where customer_id > 0 and not is_open;
create index bill_delivered on bill (outlet_id, delivery_status, id) where delivery_status is not null and not is_open;
create index bill_of_shift on bill (outlet_id, shift_id, id) where not is_open;
