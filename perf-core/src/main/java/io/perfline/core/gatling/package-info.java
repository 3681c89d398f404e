/** Gatling's event log, decoded. */
package io.perfline.core.gatling;
