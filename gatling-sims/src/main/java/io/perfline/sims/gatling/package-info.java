/**
 * HTTP load by Gatling: a simulation runs in a JVM of its own, its event log becomes a case of
 * {@code run.json}, and Gatling's own report is kept with the case.
 *
 * <p>Gatling's clock has a resolution of one millisecond, so every time is a multiple of 1000 µs,
 * with an error of up to ±1 ms. The service time lasts from the moment at which Gatling begins a
 * request, including the time to open a connection, to the last byte of the response. In an open
 * model the response time starts when Gatling's injection plan intended the request, so it includes
 * delays of the generator. Delays of up to 5 ms are within the injector's precision and count as on
 * time.
 */
package io.perfline.sims.gatling;
