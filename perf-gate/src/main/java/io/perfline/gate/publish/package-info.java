/**
 * Publishing: a run, and its verdict where there is one, into InfluxDB. Every time stamp comes from
 * the run, so publishing twice changes nothing.
 */
package io.perfline.gate.publish;
