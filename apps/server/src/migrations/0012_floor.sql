-- The drawer was opened for nothing: who did it, why, in which shift.
create table drawer_opening (
  outlet_id {{int}} not null,
  key text not null,
  shift_id {{int}} not null,
  reason text not null,
  approval_key text,
  at {{int}} not null,
  made_by {{int}} not null,
  made_by_name text not null,
  primary key (outlet_id, key),
  foreign key (outlet_id, shift_id) references shift (outlet_id, id)
){{strict}};
create index drawer_opening_by_shift on drawer_opening (outlet_id, shift_id);
@append-only drawer_opening
