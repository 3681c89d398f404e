/**
 * The interface between the engine and its drivers. Drivers depend on this package and never on
 * each other.
 */
package io.perfline.sims.driver;
