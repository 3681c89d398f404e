/**
 * HTTP/2 for the scenarios of {@link io.perfline.sims.driver.http}. Sessions share connections, on
 * which each request has a stream of its own. Frames are encoded and decoded by Netty.
 */
package io.perfline.sims.driver.http2;
