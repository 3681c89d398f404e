/**
 * The real Tomcat, Kafka, Cassandra and InfluxDB, each a process of its own on loopback: as servers
 * of a bench or a test ({@code KafkaServer.start(home, directory)}) and together as the local stack
 * of {@code ./perf stack}.
 */
package io.perfline.deploy.stack;
