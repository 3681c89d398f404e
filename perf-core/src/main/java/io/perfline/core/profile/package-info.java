/**
 * What was recorded of the inside of two builds under load; written by the load, read by the gate.
 */
package io.perfline.core.profile;
