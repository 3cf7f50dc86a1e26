-- expand: price lists, and the groups of customers that they can be for. Reason: prices by hours, slot types and customers (R21.1, R21.2).
create table customer_group (
  name text not null,
  note text not null default '',
  {{record}}
){{strict}};
@outlet customer_group
@sequence customer_group

create table price_list (
  name text not null,
  kind text not null default 'Offer',
  status text not null default 'Draft',
  prices {{json}} not null,
  availability {{json}} not null,
  order_types {{json}} not null,
  group_ids {{json}} not null,
  from_date text,
  to_date text,
  grace_minutes {{int}},
  round_to {{int}},
  priority {{int}},
  {{record}}
){{strict}};
@outlet price_list
@sequence price_list

-- Each change of a published price rule, so that a price can be proved by the version that a till had. No rule: it does not count any more.
create table price_rule_version (
  outlet_id {{int}} not null references outlet (id),
  version {{int}} not null,
  kind text not null,
  rule_id {{int}} not null,
  rule {{json}},
  at {{int}} not null,
  primary key (outlet_id, version)
){{strict}};
create index price_rule_version_by_rule on price_rule_version (outlet_id, kind, rule_id, version);
@append-only price_rule_version
@no-replace price_rule_version outlet_id,version rowid

-- The version of the rules, by which a till knows whether there are any to read.
alter table outlet add column prices_version {{int}} not null default 0;
alter table customer add column group_id {{int}} not null default 0;
