-- The audit screen narrows down by action, device and approval over years. Reason: each entry in the range was fetched to look at it;
-- now the index itself says whether it is one.
drop index history_by_time;
create index history_by_time on history (outlet_id, at, seq, action, subject, user_id, device_id, approval_key);

-- A saved report goes out as the person chose: its rows, its pages, or both.
alter table report_schedule add column format text not null default 'CSV' check (format in ('CSV', 'PDF', 'Both'));
