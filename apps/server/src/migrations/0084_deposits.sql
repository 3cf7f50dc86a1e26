-- expand: refundable deposits. Reason: what a guest leaves as security bears no GST until it is applied or kept (R22.14).
alter table advance_order add column tax text not null default 'Instalments';
-- The order whose deposit a wallet keeps; '' for others.
alter table wallet add column order_key text not null default '';
create index wallet_by_order on wallet (outlet_id, order_key);
