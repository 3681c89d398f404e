/**
 * Contains the InfluxDB client for publishing, history and dashboards. {@link
 * io.perfline.gate.influx.InfluxSchema} defines the stored points; {@link
 * io.perfline.gate.influx.Database} writes and reads them.
 */
package io.perfline.gate.influx;
