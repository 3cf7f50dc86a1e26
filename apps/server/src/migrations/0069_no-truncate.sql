-- expand: final tables cannot be emptied. Reason: the rules that refuse to change or remove a row are not asked when PostgreSQL empties a whole table.
@only postgres
create function stays_whole() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be emptied', tg_table_name;
end $$;
-- The tables, their partitions, and the archive of bills; later partitions get it where they are made (platform/store/postgres/layout).
do $$
declare each regclass;
begin
  for each in
    select oid from pg_class
    where relkind in ('r', 'p') and (relnamespace = 'public'::regnamespace or relnamespace::regnamespace::text like 'atoll\_p%')
      and relname ~ ('^(archived_)?(history|history_head|bill|bill_alias|payment|payment_exchange|refund|refund_item|tax_invoice|sold_item|cash_event'
        || '|drawer_opening|z_report|account_entry|paid_less|stock_movement|purchase_payment|menu_price|price_rule_version|site_version)(_\d{4}_\d{2})?$')
  loop
    execute format('create trigger stays_whole before truncate on %s for each statement execute function public.stays_whole()', each);
  end loop;
end $$;
@end
