package io.perfline.sims.paired;

import io.perfline.core.project.Durations;
import io.perfline.core.run.EarlierDeployments;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.workload.CasePlan;

/**
 * A planned comparison of a case with its baseline.
 *
 * @param pace the warm-up after every deployment, of both sides together, and the duration of the
 *     measured load, of both sides and all deployments together
 * @param before the number of deployments that an earlier run measured, which this one continues
 * @param earlier how much earlier builds differed from themselves
 */
public record PairedCasePlan(
    CasePlan plan, Durations pace, int before, EarlierDeployments earlier, Progress progress) {}
