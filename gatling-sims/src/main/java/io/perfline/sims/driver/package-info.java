/**
 * The interface between the engine and the drivers. Drivers depend on this package, but not on each
 * other.
 */
package io.perfline.sims.driver;
