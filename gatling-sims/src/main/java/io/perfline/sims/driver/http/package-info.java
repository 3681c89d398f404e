/**
 * HTTP/1.1 over kept-alive connections, one request in flight on each: a thread writes the bytes of
 * a request made beforehand and reads its answer. Nothing is allocated a request.
 */
package io.perfline.sims.driver.http;
