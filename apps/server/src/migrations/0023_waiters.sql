-- A bill can be handed to another waiter, who is told; a person without bill.viewOthers sees only their own bills. A handed print job
-- remembers who asked for it, and a print station whether its person may see the jobs of others.
alter table bill add column waiter_id {{int}};
alter table notice add column user_id {{int}};
alter table handed_job add column user_id {{int}};
alter table print_station add column sees_others {{bool}} not null default {{true}};
alter table print_station add column sees_tickets {{bool}} not null default {{true}};

-- The waiter of a completed bill is final too. PostgreSQL compares all columns already.
@only sqlite
drop trigger bill_refuses_update;
create trigger bill_refuses_update before update on bill
when old.status = 'Complete' and not (
  new.outlet_id = old.outlet_id and new.id = old.id and new.key = old.key and new.number = old.number
  and new.invoice_number is old.invoice_number and new.type = old.type and new.slot = old.slot and new.check_no = old.check_no
  and new.status = old.status and new.is_void = old.is_void and new.is_open = old.is_open and new.shift_id is old.shift_id
  and new.business_date is old.business_date and new.created_at = old.created_at and new.created_by is old.created_by
  and new.waiter_id is old.waiter_id
  and new.completed_at is old.completed_at and new.total = old.total and new.moved_keys = old.moved_keys
  and new.customer_name in (old.customer_name, '')
  and json_remove(new.doc, '$.version', '$.modifiedAt', '$.modifiedBy', '$.lastSavedAt', '$.deliveryStatus', '$.delivery', '$.customer')
    = json_remove(old.doc, '$.version', '$.modifiedAt', '$.modifiedBy', '$.lastSavedAt', '$.deliveryStatus', '$.delivery', '$.customer')
  and (
    new.doc -> 'customer' is old.doc -> 'customer'
    or (
      coalesce(new.doc -> 'customer' ->> 'name', '') || coalesce(new.doc -> 'customer' ->> 'phone', '')
        || coalesce(new.doc -> 'customer' ->> 'tin', '') || coalesce(new.doc -> 'customer' ->> 'allergies', '') = ''
      and json_remove(new.doc -> 'customer', '$.name', '$.phone', '$.tin', '$.allergies')
        is json_remove(old.doc -> 'customer', '$.name', '$.phone', '$.tin', '$.allergies')
    )
  )
)
begin select raise(abort, 'a completed bill is final'); end;
@end
