-- The preview of an import tells what it would create and change, also for a long file that a job checks in the background.
alter table import_job add column found {{json}} not null default '{}';
