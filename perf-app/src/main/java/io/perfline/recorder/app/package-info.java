/**
 * Assembles the recorder, starts it when its web application starts, and drains and stops it when
 * the application stops.
 */
package io.perfline.recorder.app;
