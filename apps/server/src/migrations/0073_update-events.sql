-- expand: what became of updates. Reason: a person sees which release runs since when, and why an update was taken back.
create table update_event (
  at {{int}} not null,
  from_release text not null,
  to_release text not null,
  outcome text not null check (outcome in ('Done', 'RolledBack', 'Refused')),
  detail text not null,
  primary key (at, to_release, outcome)
){{strict}}{{clustered}};
@org update_event
