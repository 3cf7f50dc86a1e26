-- expand: stations are records. Reason: outlets with other places where items are made than kitchen, bar and grill (R23.17).
create table station (
  code text not null,
  name text not null,
  ticket_type text not null default 'Kot',
  printers {{json}} not null,
  is_screen {{bool}} not null default {{false}},
  language text,
  types {{json}} not null,
  category_ids {{json}} not null,
  item_ids {{json}} not null,
  section_ids {{json}} not null,
  slot_types {{json}} not null,
  is_expediter {{bool}} not null default {{false}},
  watches {{json}} not null,
  amber_minutes {{int}},
  red_minutes {{int}},
  sort {{int}},
  {{record}}
){{strict}};

-- The three that every outlet has; an outlet that any release creates gets them by a trigger.
insert into station (outlet_id, id, key, code, name, ticket_type, printers, is_screen, types, category_ids, item_ids, section_ids, slot_types, watches, sort, is_active, version, created_at, modified_at)
select id, 1, '00000000-0000-4000-8000-000000000001', 'KITCHEN', 'Kitchen', 'Kot', '[]', {{true}}, '["Kitchen"]', '[]', '[]', '[]', '[]', '[]', 1, {{true}}, 1, created_at, created_at from outlet;
insert into station (outlet_id, id, key, code, name, ticket_type, printers, is_screen, types, category_ids, item_ids, section_ids, slot_types, watches, sort, is_active, version, created_at, modified_at)
select id, 2, '00000000-0000-4000-8000-000000000002', 'BAR', 'Bar', 'Bot', '[]', {{true}}, '["Bar"]', '[]', '[]', '[]', '[]', '[]', 2, {{true}}, 1, created_at, created_at from outlet;
insert into station (outlet_id, id, key, code, name, ticket_type, printers, is_screen, types, category_ids, item_ids, section_ids, slot_types, watches, sort, is_active, version, created_at, modified_at)
select id, 3, '00000000-0000-4000-8000-000000000003', 'GRILL', 'Grill', 'Kot', '[]', {{true}}, '["Grill"]', '[]', '[]', '[]', '[]', '[]', 3, {{true}}, 1, created_at, created_at from outlet;
@outlet station
@sequence station

@only sqlite
update id_sequence set value = 3 where name = 'station';
create trigger outlet_has_stations after insert on outlet
begin
  insert into station (outlet_id, id, key, code, name, ticket_type, printers, is_screen, types, category_ids, item_ids, section_ids, slot_types, watches, sort, is_active, version, created_at, modified_at)
  values
    (new.id, 1, '00000000-0000-4000-8000-000000000001', 'KITCHEN', 'Kitchen', 'Kot', '[]', 1, '["Kitchen"]', '[]', '[]', '[]', '[]', '[]', 1, 1, 1, new.created_at, new.created_at),
    (new.id, 2, '00000000-0000-4000-8000-000000000002', 'BAR', 'Bar', 'Bot', '[]', 1, '["Bar"]', '[]', '[]', '[]', '[]', '[]', 2, 1, 1, new.created_at, new.created_at),
    (new.id, 3, '00000000-0000-4000-8000-000000000003', 'GRILL', 'Grill', 'Kot', '[]', 1, '["Grill"]', '[]', '[]', '[]', '[]', '[]', 3, 1, 1, new.created_at, new.created_at);
end;
@end

@only postgres
select setval('station_id_seq', 3);
create function give_stations() returns trigger language plpgsql as $$
declare
  outlet_before text := current_setting('app.outlet_id', true);
begin
  -- Rows of an outlet are written in its name.
  perform set_config('app.outlet_id', new.id::text, true);
  insert into station (outlet_id, id, key, code, name, ticket_type, printers, is_screen, types, category_ids, item_ids, section_ids, slot_types, watches, sort, is_active, version, created_at, modified_at)
  values
    (new.id, 1, '00000000-0000-4000-8000-000000000001', 'KITCHEN', 'Kitchen', 'Kot', '[]', true, '["Kitchen"]', '[]', '[]', '[]', '[]', '[]', 1, true, 1, new.created_at, new.created_at),
    (new.id, 2, '00000000-0000-4000-8000-000000000002', 'BAR', 'Bar', 'Bot', '[]', true, '["Bar"]', '[]', '[]', '[]', '[]', '[]', 2, true, 1, new.created_at, new.created_at),
    (new.id, 3, '00000000-0000-4000-8000-000000000003', 'GRILL', 'Grill', 'Kot', '[]', true, '["Grill"]', '[]', '[]', '[]', '[]', '[]', 3, true, 1, new.created_at, new.created_at);
  perform set_config('app.outlet_id', coalesce(outlet_before, ''), true);
  return null;
end $$;
create trigger outlet_has_stations after insert on outlet for each row execute function give_stations();
@end
