package io.perfline.sims.gatling;

import io.perfline.core.run.CaseResult;

/**
 * The result of an HTTP load.
 *
 * @param result the case, which may not be valid
 * @param acknowledged the number of all messages answered with 201, including those of the warm-up
 *     and those that visitors look at; the store must contain as many for the load's virtual
 *     service
 */
public record HttpResult(CaseResult result, long acknowledged) {}
