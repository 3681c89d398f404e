package io.perfline.sims.gatling;

import io.perfline.core.run.CaseResult;

/**
 * The result of a load over HTTP.
 *
 * @param result the case, valid or with its problems
 * @param acknowledged messages answered 201 in all, warm-up and what visitors look at included: so
 *     many the store must hold for the load's virtual service
 */
public record HttpResult(CaseResult result, long acknowledged) {}
