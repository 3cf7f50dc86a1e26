-- expand: plain phone numbers. Reason: who claims points by a receipt is found by the last seven digits of a phone number, however it was typed (R22.17).
alter table customer add column phone_no text not null default '';
alter table customer add column phone2_no text not null default '';
update customer set
  phone_no = replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '+', ''), '.', ''), '/', ''),
  phone2_no = replace(replace(replace(replace(replace(replace(replace(phone2, ' ', ''), '-', ''), '(', ''), ')', ''), '+', ''), '.', ''), '/', '')
  where phone <> '' or phone2 <> '';
update customer set
  phone_no = case when length(phone_no) >= 7 then substr(phone_no, length(phone_no) - 6) else '' end,
  phone2_no = case when length(phone2_no) >= 7 then substr(phone2_no, length(phone2_no) - 6) else '' end
  where phone_no <> '' or phone2_no <> '';
create index customer_by_phone_no on customer (outlet_id, phone_no);
create index customer_by_phone2_no on customer (outlet_id, phone2_no);
