-- A print station is registered by somebody with settings.manage, a claimed job belongs to the session that claimed it, and a handed job has the bill that the server
-- printed and the payment or drawer event for which it opens a drawer. Reason: any device could call itself a station, print any bill, and open any drawer.
alter table print_station add column registered_at {{int}};
-- Devices that printed for others before go on.
update print_station set registered_at = seen_at;
alter table handed_job add column session_id text;
alter table handed_job add column bill_key text;
alter table handed_job add column drawer_key text;
