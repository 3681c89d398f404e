/** Writes batches of rows into a Cassandra table and counts what arrived. */
package io.perfline.sims.driver.cassandra;
