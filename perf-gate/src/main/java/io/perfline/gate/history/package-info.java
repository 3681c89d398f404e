/** Reads from InfluxDB what earlier runs measured, for judging and for trends. */
package io.perfline.gate.history;
