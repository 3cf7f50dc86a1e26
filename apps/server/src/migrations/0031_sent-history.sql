-- Reports say who sent work in the name of somebody else. Reason: a partial index finds these few entries without reading the whole history.
create index history_sent_by on history (outlet_id, subject_key) where data like '%"sentBy":%';
