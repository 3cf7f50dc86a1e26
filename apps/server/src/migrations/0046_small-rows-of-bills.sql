-- expand: the document of a bill is stored beside its row. Reason: bills that grow on one page had no room for the next version of each.
@only postgres
-- A document of more than about 2 kB is moved; a row with a smaller one has room for its next version, whatever the others on its page become.
alter table bill set (fillfactor = 45, toast_tuple_target = 256, toast.autovacuum_vacuum_scale_factor = 0.05);
@end
