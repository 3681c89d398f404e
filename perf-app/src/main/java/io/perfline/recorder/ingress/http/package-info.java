/**
 * The HTTP interface of the recorder. It records messages, returns recordings as JSON, shows them
 * on HTML pages that work without scripts, and reports errors as problem details.
 */
package io.perfline.recorder.ingress.http;
