/**
 * The recorder's settings: read from the context and the environment, checked together, immutable.
 */
package io.perfline.recorder.settings;
