-- expand: what Care noticed. Reason: a person sees since when something of the server is bad, also after a restart.
create table care_event (
  item text not null,
  at {{int}} not null,
  level text not null check (level in ('Good', 'Watch', 'Bad', 'Off')),
  primary key (item, at)
){{strict}}{{clustered}};
@org care_event
