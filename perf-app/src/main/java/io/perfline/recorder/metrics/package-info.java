/** What is counted and timed, for Prometheus. */
package io.perfline.recorder.metrics;
