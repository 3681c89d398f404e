package io.perfline.sims.paired;

import io.perfline.core.project.Durations;
import io.perfline.core.run.EarlierDeployments;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.workload.CasePlan;

/**
 * A case that is to be measured paired.
 *
 * @param pace its warm-up follows every deployment, for both sides together; its duration is the
 *     load that counts, of both sides and all deployments together
 * @param before how many deployments of it were measured before, of which these are the sequel
 * @param earlier how much earlier builds differed from themselves
 */
public record PairedCasePlan(
    CasePlan plan, Durations pace, int before, EarlierDeployments earlier, Progress progress) {}
