/** History: results of earlier runs, read from InfluxDB or from files, and level shifts in them. */
package io.perfline.gate.history;
