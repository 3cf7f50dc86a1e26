-- What the first visit and the settings screen keep. Reason: outlets are made and changed by people, and each says in which
-- languages its paper speaks; `key` is the device's, so that an outlet that is sent twice is made once.

alter table outlet add column key text;
alter table outlet add column language_bill text not null default 'en';
alter table outlet add column language_kitchen text not null default 'en';
create unique index outlet_by_key on outlet (key);
