-- expand: the words of small lists are not stored. Reason: 1,000 outlets with the same menu stored its words 1,000 times, ten times its own size.

-- Lists of more records than are searched from end to end. Their records are split into words.
create table search_large (
  outlet_id {{int}} not null references outlet (id),
  entity text not null,
  is_complete {{bool}} not null,
  primary key (outlet_id, entity)
){{strict}}{{clustered}};
@outlet search_large

-- Whether the words of a record have rows. Earlier releases wrote them for every record.
alter table search_record add column is_split {{bool}} not null default {{true}};
