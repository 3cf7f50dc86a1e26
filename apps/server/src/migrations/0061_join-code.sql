-- expand: codes with which a person signs in on a new device. Reason: a phone joins without an address, an email and a password.
create table join_code (
  code_hash text not null primary key,
  user_id {{int}} not null references app_user (id),
  -- The sign-in that made it: when that ended, the code ends too.
  session_id text not null,
  outlet_id {{int}} not null,
  expires_at {{int}} not null,
  tries {{int}} not null default 0,
  used_at {{int}},
  -- The key of the sign-in that used it: the same call that arrives again opens the same session.
  used_key text
){{strict}};
create index join_code_by_user on join_code (user_id);
create index join_code_by_expiry on join_code (expires_at);
@org join_code
