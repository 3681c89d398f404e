-- The orders that a case has placed come after those of seed.sql.
delete from orders where id > 200000;
