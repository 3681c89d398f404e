/** Report: root causes, found by comparing the recordings of both builds by slice and method. */
package io.perfline.gate.why;
