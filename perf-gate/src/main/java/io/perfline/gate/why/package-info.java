/** Report: root causes, from the recordings of two builds, by slice and by method. */
package io.perfline.gate.why;
