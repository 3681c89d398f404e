/** Reads the results of earlier runs from InfluxDB or files, and finds level shifts in them. */
package io.perfline.gate.history;
