/**
 * The way to InfluxDB that publishing, the history and the dashboards' tests share: what is kept
 * there is said by {@link io.perfline.gate.influx.Schema}, and whoever asks or writes does it
 * through a {@link io.perfline.gate.influx.Database}.
 */
package io.perfline.gate.influx;
