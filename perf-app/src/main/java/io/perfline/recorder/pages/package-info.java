/**
 * The pages: services, a service's recordings, one recording; plain HTML that works without script.
 */
package io.perfline.recorder.pages;
