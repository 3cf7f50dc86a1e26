-- expand: the heads of all outlets' change logs are read by one query. Reason: a server that lost its bus read them one by one.
--
-- Row security shows a row to transactions of its outlet alone. This role may read two columns of all rows, and nothing else.
@only postgres
grant select (outlet_id, seq) on outlet_cursor to atoll_heads;
create policy heads on outlet_cursor for select to atoll_heads using (true);
@end
