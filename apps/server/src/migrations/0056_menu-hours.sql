-- expand: menus have publishing dates and a time of grace. Reason: their hours decide what tills show (R21.28).
alter table menu add column publish_from text;
alter table menu add column publish_to text;
-- Minutes after the hours in which an item is ordered again.
alter table menu add column grace_minutes {{int}} not null default 15;
