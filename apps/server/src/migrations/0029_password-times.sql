-- When a sign-in last had its password checked. Reason: changes of users asked for no password, so that a till which an Admin left open could make
-- another Admin (R36.7).
alter table session add column password_at {{int}} not null default 0;
