-- Reports that were asked for, templates, and how the bills of a range of business days are found. Reason: reports.

create index bill_by_business_date on bill (outlet_id, business_date, id) where business_date is not null;

-- Tax by kind and rate, kept up by the transaction that completes or refunds a bill; `base` is the value without the tax.
create table sale_tax (
  outlet_id {{int}} not null references outlet (id),
  business_date text not null,
  gst_mode text not null,
  gst_bp {{int}} not null,
  base {{int}} not null,
  gst {{int}} not null,
  primary key (outlet_id, business_date, gst_mode, gst_bp)
){{strict}}{{clustered}};
@outlet sale_tax

create table report_run (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  config {{json}} not null,
  created_at {{int}} not null,
  created_by {{int}},
  primary key (outlet_id, id)
){{strict}};
@outlet report_run
@sequence report_run

create table report_template (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  name text not null,
  config {{json}} not null,
  is_shared {{bool}} not null default {{false}},
  is_favourite {{bool}} not null default {{false}},
  is_active {{bool}} not null default {{true}},
  owner_name text not null default '',
  version {{int}} not null default 1,
  created_at {{int}} not null,
  created_by {{int}},
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, id),
  unique (outlet_id, key)
){{strict}};
create unique index report_template_by_name on report_template (outlet_id, created_by, lower(name)) where is_active;
@outlet report_template
@sequence report_template
