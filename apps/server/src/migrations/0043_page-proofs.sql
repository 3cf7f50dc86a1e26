-- expand: from which lock on only a page that its person opened renews a session. Reason: who opened the browser of a till that was closed, or locked without the server, renewed it without the passcode.
--
-- page_lock_version is the lock_version of the last sign-in or unlock by a page that keeps the proof. Another one, or null: a page of an earlier
-- release opened the session last.
alter table session add column page_lock_version {{int}};
