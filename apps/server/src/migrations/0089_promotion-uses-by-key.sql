-- expand: a use of a promotion is stored in the tree of its key alone, and by customer only where the bill has one. Reason: each use was written to three
-- trees, most of them of guests without a name.
--
-- The table keeps its name and its columns: a release that does not know this works on it.
@only sqlite
create table promotion_use_by_key (
  outlet_id integer not null references outlet (id),
  promotion_id integer not null,
  bill_key text not null,
  customer_id integer not null,
  at integer not null,
  primary key (outlet_id, promotion_id, bill_key)
) strict, without rowid;
insert into promotion_use_by_key (outlet_id, promotion_id, bill_key, customer_id, at)
select outlet_id, promotion_id, bill_key, customer_id, at from promotion_use order by outlet_id, promotion_id, bill_key;
drop table promotion_use;
alter table promotion_use_by_key rename to promotion_use;
create index promotion_use_by_customer on promotion_use (outlet_id, customer_id, promotion_id) where customer_id > 0;
@end
