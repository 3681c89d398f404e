/**
 * HTTP/2 for the scenarios of {@link io.perfline.sims.driver.http}: sessions share connections,
 * each in a stream of its own. The frames are Netty's.
 */
package io.perfline.sims.driver.http2;
