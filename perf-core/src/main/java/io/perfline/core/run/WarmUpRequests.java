package io.perfline.core.run;

/**
 * The requests that a load has sent in its warm-up, which are not part of any result. With those of
 * the case they are all requests of the load, as a server's own count has them.
 *
 * @param answered the requests that were answered without error
 * @param failed the requests that failed or were never answered
 */
public record WarmUpRequests(long answered, long failed) implements CaseDetail {

  public WarmUpRequests plus(WarmUpRequests other) {
    return new WarmUpRequests(answered + other.answered, failed + other.failed);
  }
}
