-- An approval says what it is about, and one to send waiting work has each entry that its approver saw. Reason: such an approval allowed every
-- call of the outbox for two minutes, whatever its question was, and the history did not have the kind of its subject.
alter table approval add column about {{json}} not null default '{}';
create table approval_entry (
  outlet_id {{int}} not null references outlet (id),
  approval_key text not null,
  -- SHA-256 of call, author and body.
  digest text not null,
  -- Number of the history entry of the command that was sent with it.
  used_seq {{int}},
  primary key (outlet_id, approval_key, digest)
){{strict}};
@outlet approval_entry
