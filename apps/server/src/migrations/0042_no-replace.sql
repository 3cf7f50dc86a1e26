-- expand: final rows cannot be replaced. Reason: SQLite runs no delete trigger when 'insert or replace' removes a row, unless the program that
-- writes asked for it by recursive_triggers.
@no-replace account_entry outlet_id,id outlet_id,key rowid
@no-replace bill_alias outlet_id,key rowid
@no-replace cash_event outlet_id,key rowid
@no-replace change_log outlet_id,seq
@no-replace drawer_opening outlet_id,key rowid
@no-replace history outlet_id,seq
@no-replace menu_price outlet_id,menu_item_id,size,valid_until rowid
@no-replace payment outlet_id,key rowid
@no-replace payment_exchange outlet_id,key outlet_id,of_key rowid
@no-replace purchase_payment outlet_id,key rowid
@no-replace refund outlet_id,refund_id rowid
@no-replace refund_item outlet_id,bill_id,item_id
@no-replace site_version outlet_id,id rowid
@no-replace sold_item outlet_id,bill_id,item_id
@no-replace stock_movement outlet_id,id outlet_id,key rowid
@no-replace tax_invoice outlet_id,bill_id outlet_id,key rowid
@no-replace z_report outlet_id,number outlet_id,shift_id rowid
-- The server writes these with 'on conflict do nothing'.
@keep-first history_head outlet_id,seq rowid
@keep-first paid_less outlet_id,bill_id rowid

-- A completed bill. An update of another bill can replace it too.
@only sqlite
create trigger bill_refuses_replace before insert on bill
when exists (select 1 from bill where outlet_id = new.outlet_id and id = new.id and status = 'Complete')
  or exists (select 1 from bill where outlet_id = new.outlet_id and key = new.key and status = 'Complete')
  or exists (select 1 from bill where outlet_id = new.outlet_id and invoice_number = new.invoice_number and status = 'Complete')
  or (new.rowid > 0 and exists (select 1 from bill where rowid = new.rowid and status = 'Complete'))
begin select raise(abort, 'a completed bill is final'); end;
create trigger bill_refuses_replace_by_update before update on bill
when (new.outlet_id <> old.outlet_id or new.id <> old.id or new.key <> old.key or new.invoice_number is not old.invoice_number
    or new.rowid <> old.rowid)
  and (
    exists (select 1 from bill where outlet_id = new.outlet_id and id = new.id and status = 'Complete' and rowid <> old.rowid)
    or exists (select 1 from bill where outlet_id = new.outlet_id and key = new.key and status = 'Complete' and rowid <> old.rowid)
    or exists (
      select 1 from bill
      where outlet_id = new.outlet_id and invoice_number = new.invoice_number and status = 'Complete' and rowid <> old.rowid
    )
    or exists (select 1 from bill where rowid = new.rowid and status = 'Complete' and rowid <> old.rowid)
  )
begin select raise(abort, 'a completed bill is final'); end;
@end
