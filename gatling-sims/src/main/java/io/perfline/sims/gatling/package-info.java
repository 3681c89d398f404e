/**
 * HTTP load by Gatling: a simulation runs in a JVM of its own, its event log becomes a case of
 * {@code run.json}, and its own report is kept with it.
 *
 * <p>What to know of the figures: Gatling's clock has whole milliseconds, so every time here is a
 * multiple of 1000 µs and a single one is right to ±1 ms. The service time runs from the moment at
 * which Gatling took the request up (a connection still to be opened is part of it) to the last
 * byte of the answer. In an open model the response time runs from when Gatling's injection plan
 * wanted the request, so that a late generator shows in it; up to 5 ms after the plan are the
 * injector's own inexactness and count as on time.
 */
package io.perfline.sims.gatling;
