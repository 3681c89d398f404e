/** Finds root causes by comparing the recordings of both builds by slice and method. */
package io.perfline.gate.why;
