/**
 * The run: what was measured, as {@code run.json} keeps it. The simulations write it; publishing,
 * judging and reporting read it. Nothing here judges, and nothing here does I/O but {@link
 * io.perfline.gate.run.RunFile}.
 */
package io.perfline.gate.run;
