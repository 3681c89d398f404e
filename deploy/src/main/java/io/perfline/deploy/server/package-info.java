/**
 * Real servers, such as Tomcat, Kafka and Cassandra, each as a separate process on loopback: {@code
 * KafkaServer.start(home, directory)}.
 */
package io.perfline.deploy.server;
