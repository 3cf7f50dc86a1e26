-- A session belongs to the device that signed in: its browser keeps a key that cannot be exported, and signs each refresh with it. Reason: a copy
-- of the browser's storage was signed in on any other machine.
-- device_key is the public key. Empty: the device has none, and the session ends after 12 hours. Null: a session of before; the next refresh with
-- a key binds it.
alter table session add column device_key text;
