create table orders (
  id bigserial primary key,
  customer text not null,
  product text not null,
  amount integer not null
);
create index orders_of_customer on orders (customer);
