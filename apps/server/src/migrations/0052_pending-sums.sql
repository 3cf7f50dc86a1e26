-- expand: sums of sales wait in one row before they are added to their tables. Reason: each table of sums was a page of the write-ahead log for every bill.
@only sqlite
create table pending_sum (
  id integer primary key,
  outlet_id integer not null references outlet (id),
  sums text not null
) strict;
@end
