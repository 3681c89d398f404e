package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Keeps recordings. All methods may be called by any thread. */
public interface Store {

  /** Its name in settings, metrics and the health. */
  String name();

  /**
   * Stores a message and answers the submission, at once or later from any thread, within the
   * store's time limit. Never blocks. Only called after {@link #check} has succeeded once.
   */
  void store(Submission submission);

  /**
   * Finds out whether the store works, connecting and setting up what isn't yet. Blocks for a few
   * seconds at most; called by one thread.
   *
   * @throws StoreException when it doesn't work
   */
  void check() throws StoreException;

  /**
   * Finds one recording.
   *
   * @param locator the text of its {@link RecordLocator}, or empty when it isn't known
   */
  Optional<Recording> find(UUID vsId, UUID id, String locator) throws StoreException;

  /**
   * One page of a service's recordings, newest first.
   *
   * @param size how many at most
   * @param cursor where the page begins: empty, or what {@link Page#next} of the page before said
   * @throws IllegalArgumentException when the cursor was not made by this store
   */
  Page<RecordingSummary> list(UUID vsId, int size, String cursor) throws StoreException;

  /** One page of the services that have recordings, in no order; as {@link #list}. */
  Page<UUID> services(int size, String cursor) throws StoreException;

  /** Ends all that it started, after finishing what it was given or refusing it within the time. */
  void close(Duration limit);
}
