-- expand: what 0049 and 0058 change. Reason: where the login of PostgreSQL is no superuser, row security showed them no row, and they changed nothing.
@only postgres
do $$
declare
  one record;
  merged record;
begin
  for one in select id from outlet loop
    perform set_config('app.outlet_id', one.id::text, true);
    -- 0049: kitchens that moved their tickets before it.
    insert into kitchen_screen (outlet_id, shown_at, moved_at)
    select outlet_id, 0, max(changed_at) from kitchen_ticket
    where outlet_id = one.id and state in ('Preparing', 'Ready', 'Served', 'Recalled') and doc::text not like '%"closedBy"%'
      and changed_at <= (select applied_at from migration where number = 49)
    group by outlet_id
    on conflict do nothing;
    -- 0058: closed bills of a merged customer belong to the one who was kept, those of the archive too.
    for merged in
      with recursive kept (from_id, to_id) as (
        select id, merged_into from customer where outlet_id = one.id and merged_into is not null
        union
        select kept.from_id, customer.merged_into
        from kept join customer on customer.outlet_id = one.id and customer.id = kept.to_id
        where customer.merged_into is not null
      )
      select kept.from_id, kept.to_id
      from kept join customer on customer.outlet_id = one.id and customer.id = kept.to_id and customer.merged_into is null
    loop
      update bill set customer_id = merged.to_id
      where outlet_id = one.id and customer_id = merged.from_id and customer_id > 0 and not is_open;
      if to_regclass('public.archived_bill') is not null then
        update archived_bill set customer_id = merged.to_id
        where outlet_id = one.id and customer_id = merged.from_id and customer_id > 0;
      end if;
    end loop;
  end loop;
  perform set_config('app.outlet_id', '', true);
end $$;
@end
