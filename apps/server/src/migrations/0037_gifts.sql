-- What was given away on each day, by who gave it and who approved it. Reason: the report of discounts named who had ordered the items. Kept up by the
-- transaction that completes or refunds a bill; days before this are computed from the history when the server starts.
create table sale_gift (
  outlet_id {{int}} not null references outlet (id),
  business_date text not null,
  -- 0: unknown.
  giver_id {{int}} not null,
  -- 0: nobody had to approve it.
  approver_id {{int}} not null,
  bills {{int}} not null,
  line_discount {{int}} not null,
  bill_discount {{int}} not null,
  comp_lines {{int}} not null,
  comps {{int}} not null,
  primary key (outlet_id, business_date, giver_id, approver_id)
){{strict}}{{clustered}};
@outlet sale_gift
