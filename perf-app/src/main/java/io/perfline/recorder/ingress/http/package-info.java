/**
 * The recorder over HTTP: recordings in, recordings out, pages of plain HTML that work without
 * script, and errors as JSON problems.
 */
package io.perfline.recorder.ingress.http;
