-- expand: practice outlets. Reason: people learn the till in a copy of their outlet in which nothing counts.
alter table outlet add column practice_of {{int}} not null default 0;
create unique index outlet_by_practice on outlet (practice_of) where is_active = {{true}} and practice_of > 0;
