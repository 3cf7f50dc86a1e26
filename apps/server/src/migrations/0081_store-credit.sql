-- expand: store credit. Reason: the wallet of a customer pays without its code, on bills of that customer only (R22.9).
alter table wallet_hold add column customer_id {{int}} not null default 0;
create index wallet_by_customer on wallet (outlet_id, customer_id);
