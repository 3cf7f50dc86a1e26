-- Notifications of an outlet. Reason: low stock, an approval that is asked for, a delivery that is late are told to whoever may see them,
-- on every device, and stay until they were read.
create table notice (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  severity text not null check (severity in ('Info', 'Warning', 'Error')),
  title text not null,
  body text not null default '',
  -- What it is about: the title of one and its id, as the view route names them.
  entity text,
  entity_id {{int}},
  -- Who may see it; null: everybody of the outlet.
  permission text,
  at {{int}} not null,
  primary key (outlet_id, id)
){{strict}};
create index notice_by_time on notice (outlet_id, at);
@outlet notice
@sequence notice

-- How far a person has read, and how far they have cleared their list: ids grow.
create table notice_reader (
  outlet_id {{int}} not null references outlet (id),
  user_id {{int}} not null references app_user (id),
  read_up_to {{int}} not null default 0,
  cleared_up_to {{int}} not null default 0,
  primary key (outlet_id, user_id)
){{strict}};
@outlet notice_reader
