/** A recorder of its own that is ended under load, and what becomes of that load. */
package io.perfline.sims.drain;
