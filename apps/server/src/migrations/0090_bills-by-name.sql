-- expand: an index of the customers' names on closed bills. Reason: a search of the history read all that the index of days has of each bill, and the rows of
-- those that are void.
@only sqlite
create index bill_named on bill (outlet_id, customer_name, id, is_open) where not is_open and customer_name <> '';
@end
