-- expand: the database writes the plain phone numbers. Reason: a customer whom the release before wrote, while servers of both ran, was not found by a claim of points until the next change.
-- Of the last 32 characters the digits count, and of these the last seven.
@only sqlite
create trigger customer_numbers_of_new after insert on customer when new.phone <> '' or new.phone2 <> ''
begin
  update customer set phone = phone where outlet_id = new.outlet_id and id = new.id;
end;
create trigger customer_numbers after update of phone, phone2 on customer
begin
  update customer set
    phone_no = (
      select case when length(digits) >= 7 then substr(digits, -7) else '' end from (
        select coalesce(group_concat(substr(new.phone, value, 1), '' order by value), '') as digits
        from json_each('[-32,-31,-30,-29,-28,-27,-26,-25,-24,-23,-22,-21,-20,-19,-18,-17,-16,-15,-14,-13,-12,-11,-10,-9,-8,-7,-6,-5,-4,-3,-2,-1]')
        where substr(new.phone, value, 1) between '0' and '9'
      )
    ),
    phone2_no = (
      select case when length(digits) >= 7 then substr(digits, -7) else '' end from (
        select coalesce(group_concat(substr(new.phone2, value, 1), '' order by value), '') as digits
        from json_each('[-32,-31,-30,-29,-28,-27,-26,-25,-24,-23,-22,-21,-20,-19,-18,-17,-16,-15,-14,-13,-12,-11,-10,-9,-8,-7,-6,-5,-4,-3,-2,-1]')
        where substr(new.phone2, value, 1) between '0' and '9'
      )
    )
  where outlet_id = new.outlet_id and id = new.id;
end;
update customer set phone = phone where phone <> '' or phone2 <> '';
@end

@only postgres
create function plain_number(phone text) returns text language sql immutable as $$
  select case when length(digits) >= 7 then right(digits, 7) else '' end
  from regexp_replace(right(phone, 32), '[^0-9]', '', 'g') as digits
$$;
create function customer_numbers() returns trigger language plpgsql as $$
begin
  new.phone_no := public.plain_number(new.phone);
  new.phone2_no := public.plain_number(new.phone2);
  return new;
end $$;
create trigger customer_numbers before insert or update of phone, phone2 on customer for each row execute function customer_numbers();
-- An owner that is no superuser sees the rows of one outlet at a time.
do $$
declare
  one record;
begin
  for one in select id from outlet loop
    perform set_config('app.outlet_id', one.id::text, true);
    update customer set phone = phone
    where outlet_id = one.id and (phone_no <> plain_number(phone) or phone2_no <> plain_number(phone2));
  end loop;
  perform set_config('app.outlet_id', '', true);
end $$;
@end
