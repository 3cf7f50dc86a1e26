-- The second factor of a person: codes of an authenticator app, and recovery codes for a lost phone. Reason: a password alone opened an Admin's
-- account from anywhere (R36.7).
create table second_factor (
  user_id {{int}} not null primary key references app_user (id),
  secret text not null,
  -- Null until a code of it was typed once.
  confirmed_at {{int}},
  -- The time step of the last accepted code: none is accepted twice.
  last_step {{int}} not null default 0,
  created_at {{int}} not null
){{strict}};
@org second_factor

create table recovery_code (
  user_id {{int}} not null references app_user (id),
  code_hash text not null,
  used_at {{int}},
  primary key (user_id, code_hash)
){{strict}};
@org recovery_code
