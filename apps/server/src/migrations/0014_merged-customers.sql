-- Whose a merged customer is now is asked when a person's data is handed out or erased. Reason: their doubles are of it too.
create index customer_merged on customer (outlet_id, merged_into) where merged_into is not null;
