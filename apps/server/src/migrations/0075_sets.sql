-- expand: set menus. Reason: an item is sold as parts that a guest chooses, for one price (R21.25).
create table choice_group (
  name text not null,
  choose {{int}} not null default 1,
  course_no {{int}} not null default 0,
  choices {{json}} not null,
  {{record}}
){{strict}};
@outlet choice_group
@sequence choice_group
alter table menu_item add column is_set {{bool}} not null default {{false}};
alter table menu_item add column choice_group_ids {{json}} not null default '[]';
