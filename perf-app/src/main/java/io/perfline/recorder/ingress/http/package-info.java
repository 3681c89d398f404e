/** The recorder over HTTP: recordings in, recordings out, and what is wrong as a JSON problem. */
package io.perfline.recorder.ingress.http;
