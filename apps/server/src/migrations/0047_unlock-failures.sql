-- expand: wrong passcodes of the lock screen, beside those of approvals. Reason: who reached several tills where a person is signed in had five tries at each of them.
--
-- session_id is the sign-in whose lock screen it was; '' for an approval.
alter table approver_failure add column session_id text not null default '';
