/**
 * The Kryonet interface of the recorder. It uses Kryonet's wire format, so Kryonet clients can
 * connect. It does not use Kryonet's server, which allocates two buffers of the maximum size for
 * each connection, lets one busy connection starve the others, and stops when a serializer throws.
 */
package io.perfline.recorder.ingress.kryonet;
