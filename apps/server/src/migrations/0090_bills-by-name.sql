-- expand: an index of the customers' names on paid bills. Reason: a search of the history read all that the index of days has of each bill.
@only sqlite
create index bill_named on bill (outlet_id, customer_name, id, invoice_number) where invoice_number is not null and customer_name <> '';
@end
