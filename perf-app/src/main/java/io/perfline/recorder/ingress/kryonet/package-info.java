/**
 * The recorder over Kryonet. The wire is Kryonet's own, so its clients connect as ever; the server
 * is not: Kryonet's gives every connection both buffers at their largest size, lets one busy
 * connection starve the others, and dies of what a serializer throws.
 */
package io.perfline.recorder.ingress.kryonet;
