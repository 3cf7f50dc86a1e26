-- The last ticket number of each station and business day. Reason: each Save read the numbers of all tickets of the day to find the highest.
--
-- A trigger counts, so that numbers continue whichever release writes a ticket while servers of two releases run. It is created first: from then
-- on no ticket is written until the numbers so far are known.
create table ticket_number (
  outlet_id {{int}} not null references outlet (id),
  business_date text not null,
  station text not null,
  number {{int}} not null,
  primary key (outlet_id, business_date, station)
){{strict}}{{clustered}};

@only sqlite
create trigger kitchen_ticket_is_counted after insert on kitchen_ticket
begin
  insert into ticket_number (outlet_id, business_date, station, number) values (new.outlet_id, new.business_date, new.station, new.number)
  on conflict (outlet_id, business_date, station) do update set number = excluded.number where excluded.number > ticket_number.number;
end;
@end

@only postgres
create function count_ticket() returns trigger language plpgsql as $$
begin
  insert into ticket_number (outlet_id, business_date, station, number) values (new.outlet_id, new.business_date, new.station, new.number)
  on conflict (outlet_id, business_date, station) do update set number = excluded.number where excluded.number > ticket_number.number;
  return null;
end $$;
create trigger kitchen_ticket_is_counted after insert on kitchen_ticket for each row execute function count_ticket();
-- The owner of the tables reads the rows of all outlets here.
alter table kitchen_ticket no force row level security;
@end

insert into ticket_number (outlet_id, business_date, station, number)
select ticket.outlet_id, ticket.business_date, ticket.station, max(ticket.number) from outlet
join kitchen_ticket ticket on ticket.outlet_id = outlet.id
  and ticket.business_date = (select max(day.business_date) from kitchen_ticket day where day.outlet_id = outlet.id)
group by ticket.outlet_id, ticket.business_date, ticket.station;

@only postgres
alter table kitchen_ticket force row level security;
@end
@outlet ticket_number
