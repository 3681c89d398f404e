insert into orders (customer, product, amount)
select 'customer ' || number % 20000, 'product ' || number % 500, number % 9 + 1
from generate_series(1, 200000) as number;
analyze orders;
create extension if not exists pg_stat_statements;
