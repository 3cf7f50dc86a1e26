-- expand: rewards. Reason: a promotion may cost points of the customer (R22.19).
alter table promotion add column points_cost {{int}};
-- The tier that a customer has reached, by its name; '' for none.
alter table customer add column points_tier text not null default '';
