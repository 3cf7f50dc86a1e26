-- The audit screen stays quick over years. Reason: it asks for days, and the history was only to be walked from its end.
create index history_by_time on history (outlet_id, at, seq);
