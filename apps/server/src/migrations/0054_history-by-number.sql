-- expand: rows of the history are stored in the order in which they are written. Reason: ordered by outlet and number, five of them filled a page of the
-- tree and of each level above it, so that an entry wrote four pages and a long history was read through ten levels.
--
-- The table keeps its name and its columns: a release that does not know this works on it.
@only sqlite
create table history_by_number (
  outlet_id integer not null references outlet (id),
  seq integer not null,
  at integer not null,
  subject text not null,
  subject_key text not null,
  action text not null,
  user_id integer,
  device_id text,
  approval_key text,
  data text not null,
  hash text not null,
  primary key (outlet_id, seq)
) strict;
insert into history_by_number (outlet_id, seq, at, subject, subject_key, action, user_id, device_id, approval_key, data, hash)
select outlet_id, seq, at, subject, subject_key, action, user_id, device_id, approval_key, data, hash from history order by outlet_id, seq;
drop table history;
alter table history_by_number rename to history;
create index history_by_subject on history (outlet_id, subject_key);
create index history_by_time on history (outlet_id, at, seq, action, subject, user_id, device_id, approval_key);
create index history_sent_by on history (outlet_id, subject_key) where data like '%"sentBy":%';
@end
@only sqlite
@append-only history
@no-replace history outlet_id,seq rowid
@end
