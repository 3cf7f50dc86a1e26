-- expand: slots that are joined to the bill of another slot. Reason: guests at several tables have one bill (R23.8).
create table slot_join (
  outlet_id {{int}} not null references outlet (id),
  type text not null,
  slot {{int}} not null,
  bill_id {{int}} not null,
  primary key (outlet_id, type, slot)
){{strict}};
@outlet slot_join
