package io.perfline.sims.run;

import io.perfline.sims.engine.Shard;

/**
 * One case's place in a run.
 *
 * @param scope a name for topics and the like that nothing else uses
 * @param shard this generator's part of the case
 */
record CaseSlot(String scope, Shard shard) {}
