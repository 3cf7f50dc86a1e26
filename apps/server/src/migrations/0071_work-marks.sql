-- expand: from which lock on only marked work is sent while a session is locked. Reason: who opened the browser of a till that was closed, named work of their own.
--
-- work_lock_version is the lock_version of the last sign-in, unlock or refresh by a page that marks its work. Another one, or null: a page of an
-- earlier release, or one without a secure context, used the session last.
alter table session add column work_lock_version {{int}};
