/** History: runs and verdicts as metrics for OpenTelemetry and Prometheus. */
package io.perfline.gate.metrics;
