/** The recorder as it is deployed, on the real Tomcat, Kafka and Cassandra. */
package io.perfline.recorder.it;
