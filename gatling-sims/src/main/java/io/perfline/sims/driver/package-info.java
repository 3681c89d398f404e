/**
 * What the engine and the drivers of Kafka, Cassandra, Kryonet and HTTP agree on. Drivers see this
 * package and never each other.
 */
package io.perfline.sims.driver;
