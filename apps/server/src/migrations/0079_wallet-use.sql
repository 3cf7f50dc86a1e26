-- expand: wallets without the server. Reason: tills keep the balances of the cards that were used last, and a balance below 0 names the tills that spent it (R22.5, R22.6).
alter table wallet_entry add column device_id text;
create index wallet_by_use on wallet (outlet_id, modified_at);
