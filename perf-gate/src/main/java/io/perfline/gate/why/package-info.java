/**
 * Report: root causes. The recordings of two builds are split by slice and compared method by
 * method.
 */
package io.perfline.gate.why;
