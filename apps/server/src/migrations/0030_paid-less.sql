-- Bills that were paid with less than was printed for the guest. Reason: the report lists them, and a print that arrives after the payment cannot change the
-- completed bill.
create table paid_less (
  outlet_id {{int}} not null,
  bill_id {{int}} not null,
  business_date text not null,
  at {{int}} not null,
  -- Laari: the greatest total that was printed, and what was paid.
  printed {{int}} not null,
  total {{int}} not null,
  -- Who reduced the bill last, and the approval.
  lowered_by {{int}},
  approval_key text,
  -- Nobody approved it: a till that did not know of the print reduced the bill.
  is_unapproved {{bool}} not null,
  primary key (outlet_id, bill_id),
  foreign key (outlet_id, bill_id) references bill (outlet_id, id)
){{strict}};
create index paid_less_by_day on paid_less (outlet_id, business_date);
@append-only paid_less
