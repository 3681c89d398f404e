/**
 * What the server's JVM does under load, recorded by its own Flight Recorder: behind the slices
 * that are judged, never among them.
 */
package io.perfline.sims.profile;
