/**
 * Publishing: a run, and its verdict where there is one, into InfluxDB. What is written is said by
 * {@link io.perfline.gate.publish.Schema}; every time stamp comes from the run, so publishing twice
 * changes nothing.
 */
package io.perfline.gate.publish;
