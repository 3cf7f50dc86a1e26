-- expand: what Care remembers besides levels: which things it sent an alert about, since when tills have unsent work, and since when there is no backup.
create table care_mark (
  name text primary key,
  at {{int}} not null
){{strict}}{{clustered}};
@org care_mark
