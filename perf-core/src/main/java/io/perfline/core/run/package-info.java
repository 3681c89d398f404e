/**
 * The run: what was measured, as {@code run.json} keeps it. The simulations write it; publishing,
 * judging and reporting read it. Nothing here judges, and what does I/O is named after its file:
 * {@link io.perfline.core.run.RunFile}.
 */
package io.perfline.core.run;
