/**
 * The run: all measurements, as {@code run.json} and its raw material contain them, and the event
 * log of Gatling. The load writes runs; publishing, judging and reporting read them. Nothing here
 * judges.
 */
package io.perfline.core.run;
