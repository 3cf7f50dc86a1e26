-- A session knows whether it is locked. Reason: the lock of a screen was known to its page alone, so that the refresh token of a locked
-- profile, which is in the browser's storage, gave whoever took it all rights of that person.
-- lock_version grows by one with each lock and each unlock: access tokens name the one of their time. opened_generation is the generation
-- of the refresh token with which it was last unlocked: a lock that was asked for before that comes too late.
alter table session add column locked_at {{int}};
alter table session add column lock_version {{int}} not null default 0;
alter table session add column lock_changed_at {{int}} not null default 0;
alter table session add column opened_generation {{int}} not null default -1;
create index session_by_device on session (device_id);

-- What waited on the till when its session was locked. A locked session sends only that.
create table session_waiting (
  session_id text primary key references session (id),
  write_keys {{json}} not null
){{strict}};
@org session_waiting
