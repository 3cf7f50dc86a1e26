-- expand: the floor plan of an outlet. Reason: a screen that shows the tables where they are.
create table floor_plan (
  outlet_id {{int}} not null references outlet (id),
  version {{int}} not null,
  doc {{json}} not null,
  primary key (outlet_id)
){{strict}};
@outlet floor_plan

-- The version of the plan, by which a till knows whether there is one to read.
alter table outlet add column floor_version {{int}} not null default 0;
