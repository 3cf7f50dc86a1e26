-- A print station is the device that somebody registered, not one that gives its id when it signs in: device_key is the public key of its browser. Empty: it
-- has none. Null: a station of before; its next claim with a key binds it.
alter table print_station add column device_key text;
