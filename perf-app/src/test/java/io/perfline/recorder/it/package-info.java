/** Tests of the deployed recorder with real Tomcat, Kafka and Cassandra. */
package io.perfline.recorder.it;
