package io.perfline.core.run;

import java.util.Map;

/** Something with details, each null if it has none of that kind. */
public interface Detailed {

  Map<Class<? extends CaseDetail>, CaseDetail> details();

  private <D extends CaseDetail> D detail(Class<D> kind) {
    return kind.cast(details().get(kind));
  }

  /** Returns the bytes on the store's disk for the messages of the case; null if unknown. */
  default Long keptBytes() {
    KeptBytes kept = detail(KeptBytes.class);
    return kept == null ? null : (Long) kept.bytes();
  }

  /** Returns why the comparison with the baseline needed no load; null if there was load. */
  default String unchanged() {
    Unchanged unchanged = detail(Unchanged.class);
    return unchanged == null ? null : unchanged.reason();
  }

  default StoredMessages stored() {
    return detail(StoredMessages.class);
  }

  default ServerCost server() {
    return detail(ServerCost.class);
  }

  default ConsumerLag consumer() {
    return detail(ConsumerLag.class);
  }

  default Origin origin() {
    return detail(Origin.class);
  }

  default Drain drain() {
    return detail(Drain.class);
  }

  /** Returns how a server ended under the load; null if none did. */
  default ServerEnd serverEnd() {
    return detail(ServerEnd.class);
  }

  /** Returns which server both builds lost under the load; null if none. */
  default LostServer lostServer() {
    return detail(LostServer.class);
  }

  /** Returns how much the deployments of earlier builds differed; null if it was not compared. */
  default EarlierDeployments earlierDeployments() {
    return detail(EarlierDeployments.class);
  }

  /** Returns the memory of both builds; null if the case was not compared. */
  default ServerMemory memory() {
    return detail(ServerMemory.class);
  }

  /** Returns the warm-ups of a comparison; null if their duration was fixed. */
  default WarmUps warmUps() {
    return detail(WarmUps.class);
  }

  /** Returns the requests of the warm-up; null if they were not counted. */
  default WarmUpRequests warmUpRequests() {
    return detail(WarmUpRequests.class);
  }

  /** Returns the requests to both builds; null unless it was compared and changes data. */
  default SentRequests sentRequests() {
    return detail(SentRequests.class);
  }

  /** Returns the statements in the databases of both builds; null if there are none. */
  default Statements statements() {
    return detail(Statements.class);
  }

  /** Returns what an open model received in the measured time; null for other loads. */
  default Received received() {
    return detail(Received.class);
  }
}
