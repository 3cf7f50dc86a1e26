-- Tills as they were last heard of and what waited on them, so that who closes a shift knows what may still come.
create table till (
  outlet_id {{int}} not null references outlet (id),
  device_id text not null,
  number {{int}} not null,
  user_name text not null,
  heard_at {{int}} not null,
  worked_at {{int}},
  waiting {{int}} not null,
  amount {{int}} not null,
  primary key (outlet_id, device_id)
){{strict}}{{hot}};
@outlet till
