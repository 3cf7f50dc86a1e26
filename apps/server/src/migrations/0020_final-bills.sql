-- Completed bills are final, and corrections of their payment method are rows beside them. Reason: nobody who writes to the store can change what was paid.
--
-- Columns that may still change say where an order is, whom it belongs to and how often it was printed: version, modified_at, delivery_status, customer_id,
-- print_jobs, and their copies in the document. The erasure of a customer empties name, phone, TIN and allergies, and can write nothing else there.
-- See docs/decisions/025-final-bills.md.

create table payment_exchange (
  outlet_id {{int}} not null,
  -- The key of the payment that replaces the other one.
  key text not null,
  bill_id {{int}} not null,
  -- The payment that was reversed; each once.
  of_key text not null,
  shift_id {{int}} not null,
  business_date text not null,
  -- Both payments as documents: the first with negative amounts.
  reversed {{json}} not null,
  captured {{json}} not null,
  reason text not null,
  approval_key text,
  at {{int}} not null,
  made_by {{int}} not null,
  made_by_name text not null,
  primary key (outlet_id, key),
  unique (outlet_id, of_key),
  foreign key (outlet_id, bill_id) references bill (outlet_id, id),
  foreign key (outlet_id, shift_id) references shift (outlet_id, id)
){{strict}};
create index payment_exchange_by_bill on payment_exchange (outlet_id, bill_id);
create index payment_exchange_by_shift on payment_exchange (outlet_id, shift_id);
create index payment_exchange_by_day on payment_exchange (outlet_id, business_date);
@append-only payment_exchange

@only sqlite
create trigger bill_refuses_update before update on bill
when old.status = 'Complete' and not (
  new.outlet_id = old.outlet_id and new.id = old.id and new.key = old.key and new.number = old.number
  and new.invoice_number is old.invoice_number and new.type = old.type and new.slot = old.slot and new.check_no = old.check_no
  and new.status = old.status and new.is_void = old.is_void and new.is_open = old.is_open and new.shift_id is old.shift_id
  and new.business_date is old.business_date and new.created_at = old.created_at and new.created_by is old.created_by
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
create trigger bill_refuses_delete before delete on bill when old.status = 'Complete'
begin select raise(abort, 'a completed bill is final'); end;
@end

@only postgres
create function bill_is_final() returns trigger language plpgsql as $$
begin raise exception 'a completed bill is final'; end $$;
create trigger bill_refuses_update before update on bill for each row
when (old.status = 'Complete' and not (
  (to_jsonb(new) - '{version,modified_at,delivery_status,customer_id,customer_name,print_jobs,doc}'::text[])
    = (to_jsonb(old) - '{version,modified_at,delivery_status,customer_id,customer_name,print_jobs,doc}'::text[])
  and new.customer_name in (old.customer_name, '')
  and (new.doc::jsonb - '{version,modifiedAt,modifiedBy,lastSavedAt,deliveryStatus,delivery,customer}'::text[])
    = (old.doc::jsonb - '{version,modifiedAt,modifiedBy,lastSavedAt,deliveryStatus,delivery,customer}'::text[])
  and (
    new.doc::jsonb -> 'customer' is not distinct from old.doc::jsonb -> 'customer'
    or (
      coalesce(new.doc -> 'customer' ->> 'name', '') || coalesce(new.doc -> 'customer' ->> 'phone', '')
        || coalesce(new.doc -> 'customer' ->> 'tin', '') || coalesce(new.doc -> 'customer' ->> 'allergies', '') = ''
      and (new.doc::jsonb -> 'customer') - '{name,phone,tin,allergies}'::text[]
        is not distinct from (old.doc::jsonb -> 'customer') - '{name,phone,tin,allergies}'::text[]
    )
  )
)) execute function bill_is_final();
create trigger bill_refuses_delete before delete on bill for each row
when (old.status = 'Complete') execute function bill_is_final();
@end
