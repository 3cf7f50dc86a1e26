-- expand: closed bills of a merged customer belong to the one who was kept. Reason: refunds made after a merge, and work of tills that had not heard of it, stayed with the other one.
with recursive kept (outlet_id, from_id, to_id) as (
  select outlet_id, id, merged_into from customer where merged_into is not null
  union
  select kept.outlet_id, kept.from_id, customer.merged_into
  from kept join customer on customer.outlet_id = kept.outlet_id and customer.id = kept.to_id
  where customer.merged_into is not null
)
update bill set customer_id = kept.to_id
from kept join customer on customer.outlet_id = kept.outlet_id and customer.id = kept.to_id and customer.merged_into is null
where bill.outlet_id = kept.outlet_id and bill.customer_id = kept.from_id and bill.customer_id > 0 and not bill.is_open;
