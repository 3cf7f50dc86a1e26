-- What the search box finds. Reason: a name is found by its beginning, by the beginning of any word and by what stands inside a word,
-- as quickly among a hundred thousand records as among ten, on both engines and without extensions of either.
--
-- A record has a row for its whole name (kind 0), one for each word (1) and one for each ending of a word that is at least three
-- letters long (2): whatever is typed is then the beginning of some row. Rows lie in the order in which they are asked for. Bills, shifts
-- and users have no rows here: their own tables answer.
create table search_record (
  outlet_id {{int}} not null references outlet (id),
  entity text not null,
  id {{int}} not null,
  name text not null,
  permission text not null,
  -- The words as they were cut, so that their rows are found again.
  words text not null,
  primary key (outlet_id, entity, id)
){{strict}}{{clustered}};
@outlet search_record

create table search_word (
  outlet_id {{int}} not null,
  permission text not null,
  kind {{int}} not null check (kind between 0 and 2),
  word text{{bytewise}} not null,
  entity text not null,
  id {{int}} not null,
  primary key (outlet_id, permission, kind, word, entity, id)
){{strict}}{{clustered}};
@outlet search_word
