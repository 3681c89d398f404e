/**
 * Puts the shards of a load that several generators drove together into one run: adds what can be
 * added exactly, and refuses what doesn't belong together.
 */
package io.perfline.sims.merge;
