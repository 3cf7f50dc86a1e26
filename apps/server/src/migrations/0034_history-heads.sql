-- The head of an outlet's history, signed with a key outside the store. Reason: whoever can write to the store could compute all hashes again, or cut the end.
create table history_head (
  outlet_id {{int}} not null references outlet (id),
  seq {{int}} not null,
  hash text not null,
  -- Ed25519 over outlet, number and hash, as base64url.
  signature text not null,
  -- The Z report that it was signed for; null for one of a mail.
  z_number {{int}},
  at {{int}} not null,
  primary key (outlet_id, seq)
){{strict}};
@append-only history_head
