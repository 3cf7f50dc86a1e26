-- Wrong passcodes of an approver, at any till of any outlet. Reason: approver_try counted them by outlet and forgot them after 15 minutes,
-- so that a person with access to several outlets had 20 guesses an hour in each. Servers of the release before still use approver_try.
create table approver_failure (
  approver_id {{int}} not null references app_user (id),
  key text not null,
  at {{int}} not null,
  primary key (approver_id, key)
){{strict}};
@org approver_failure
