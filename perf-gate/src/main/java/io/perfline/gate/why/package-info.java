/** What grew between two builds: their recordings split by slice, compared method by method. */
package io.perfline.gate.why;
