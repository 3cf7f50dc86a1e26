-- What belongs to people: what they may do, their pictures, and approvals in place.

alter table app_user add column access_version {{int}} not null default 1;
alter table app_user add column access_changed_at {{int}} not null default 0;
create index app_user_access_changed on app_user (access_changed_at);

create table person_picture (
  key text primary key,
  user_id {{int}} not null references app_user (id),
  sha256 text not null,
  content {{blob}} not null,
  created_at {{int}} not null
){{strict}};
create index person_picture_by_user on person_picture (user_id);
@org person_picture

create table approval (
  outlet_id {{int}} not null references outlet (id),
  key text not null,
  permission text not null,
  subject_type text not null,
  subject_key text not null,
  -- Laari, or basis points: as the action counts.
  amount {{int}},
  reason text not null,
  requested_by {{int}} not null references app_user (id),
  approver_id {{int}} not null references app_user (id),
  method text not null check (method in ('Passcode', 'Remote')),
  status text not null check (status in ('Pending', 'Granted', 'Denied', 'Used')),
  created_at {{int}} not null,
  expires_at {{int}} not null,
  primary key (outlet_id, key)
){{strict}};
create index approval_waiting on approval (outlet_id, approver_id, expires_at) where status = 'Pending';
@outlet approval

-- A try is written before the passcode is looked at, and taken back when it was right.
create table approver_try (
  outlet_id {{int}} not null references outlet (id),
  approver_id {{int}} not null references app_user (id),
  key text not null,
  at {{int}} not null,
  primary key (outlet_id, approver_id, key)
){{strict}};
@outlet approver_try
