/**
 * Starts real servers, such as Tomcat, Kafka, Cassandra and InfluxDB, each as a separate process on
 * loopback: one at a time for a benchmark or a test ({@code KafkaServer.start(home, directory)}),
 * or together as the local stack of {@code ./perfline stack}.
 */
package io.perfline.deploy.stack;
