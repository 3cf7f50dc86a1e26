-- Tax invoices with buyer and seller as they were when issued. Reason: the register listed bills by the TIN of their customer, not those that were
-- headed 'Tax Invoice', and a paid bill does not change when its receipt becomes a tax invoice later.
create table tax_invoice (
  outlet_id {{int}} not null,
  bill_id {{int}} not null,
  key text not null,
  business_date text not null,
  issued_at {{int}} not null,
  issued_by {{int}},
  is_reissue {{bool}} not null,
  buyer_name text not null,
  buyer_address text not null,
  buyer_tin text not null,
  seller {{json}},
  primary key (outlet_id, bill_id),
  unique (outlet_id, key),
  foreign key (outlet_id, bill_id) references bill (outlet_id, id)
){{strict}};
create index tax_invoice_by_day on tax_invoice (outlet_id, business_date, bill_id);

-- Bills that earlier releases headed 'Tax Invoice'. They have no row above.
drop index bill_taxed;
create index bill_tax_invoice on bill (outlet_id, business_date, id) where status = 'Complete' and doc ->> 'invoiceType' = 'TaxInvoice';
@append-only tax_invoice
