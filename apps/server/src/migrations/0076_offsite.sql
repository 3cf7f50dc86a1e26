-- expand: encrypted copies away from the server, the tests of a restore, and settings of the server that are made on a screen. Reason: Care says how old the
-- newest copy is and whether it can be restored, also after a restart.
create table server_setting (
  key text primary key,
  value text not null,
  modified_at {{int}} not null,
  modified_by {{int}}
){{strict}}{{clustered}};
@org server_setting

create table offsite_copy (
  name text primary key,
  kind text not null check (kind in ('Full', 'Diff')),
  base text not null default '',
  target text not null,
  at {{int}} not null,
  bytes {{int}} not null,
  sha256 text not null,
  release text not null,
  schema {{int}} not null,
  recovery text not null,
  state text not null check (state in ('Sent', 'Failed', 'Pruned')),
  problem text
){{strict}}{{clustered}};
create index offsite_copy_by_time on offsite_copy (at);
@org offsite_copy

create table drill (
  at {{int}} primary key,
  copy text not null,
  ms {{int}} not null,
  is_ok {{bool}} not null,
  bills {{int}} not null,
  problem text
){{strict}}{{clustered}};
@org drill
