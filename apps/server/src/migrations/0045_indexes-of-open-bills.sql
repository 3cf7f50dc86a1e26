-- expand: the indexes that 0044 replaced are dropped. Reason: they change with an open bill.

-- Bills that releases before 0021 headed 'Tax Invoice'. They have no row in `tax_invoice`, and no index covers their documents any more.
create table early_tax_invoice (
  outlet_id {{int}} not null,
  bill_id {{int}} not null,
  business_date text not null,
  primary key (outlet_id, business_date, bill_id)
){{strict}}{{clustered}};
@outlet early_tax_invoice

@only sqlite
insert into early_tax_invoice (outlet_id, bill_id, business_date)
select outlet_id, id, business_date from bill
where status = 'Complete' and doc ->> 'invoiceType' = 'TaxInvoice' and business_date is not null and not exists (
  select 1 from tax_invoice where tax_invoice.outlet_id = bill.outlet_id and tax_invoice.bill_id = bill.id
);
@end
@only postgres
-- Row security shows the rows of one outlet at a time.
do $$
declare one bigint;
begin
  for one in select id from outlet loop
    perform set_config('app.outlet_id', one::text, true);
    insert into early_tax_invoice (outlet_id, bill_id, business_date)
    select outlet_id, id, business_date from bill
    where outlet_id = one and status = 'Complete' and doc ->> 'invoiceType' = 'TaxInvoice' and business_date is not null and not exists (
      select 1 from tax_invoice where tax_invoice.outlet_id = bill.outlet_id and tax_invoice.bill_id = bill.id
    );
  end loop;
end $$;
-- Room for the next version of a row on its page.
alter table bill set (fillfactor = 50);
@end

drop index bill_sold;
drop index bill_tax_invoice;
drop index bill_by_total;
drop index bill_by_customer;
drop index bill_by_delivery;
drop index bill_by_shift;
drop index bill_by_type;
drop index bill_by_business_date;
