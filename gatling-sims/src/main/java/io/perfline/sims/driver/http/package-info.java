/**
 * HTTP/1.1 over keep-alive connections with one request in flight each. Requests are created before
 * the load, and nothing is allocated per request.
 */
package io.perfline.sims.driver.http;
