-- Secrets that a till shares with the server, so that an approver can approve at it while the server is away (R36.5). One for each approver and
-- till; the till keeps its copy locked under the approval code. An approval by it is a row of `approval` whose key begins with 'offline-'.
create table approval_code (
  id text not null primary key,
  user_id {{int}} not null references app_user (id),
  device_id text not null,
  secret text not null,
  created_at {{int}} not null,
  ended_at {{int}}
){{strict}};
create index approval_code_device on approval_code (user_id, device_id);
@org approval_code
