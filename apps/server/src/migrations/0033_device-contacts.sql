-- When the server heard of each device, and when the device was away. Reason: what a till says it did long ago is believed only for a time when the server
-- did not hear of it. Devices that are known as tills begin with their last status.
create table device_contact (
  outlet_id {{int}} not null references outlet (id),
  device_id text not null,
  heard_at {{int}} not null,
  -- Pairs of epoch ms.
  absences {{json}} not null,
  primary key (outlet_id, device_id)
){{strict}}{{hot}};
@outlet device_contact
insert into device_contact (outlet_id, device_id, heard_at, absences) select outlet_id, device_id, heard_at, '[]' from till;
