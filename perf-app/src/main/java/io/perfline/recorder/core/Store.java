package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Stores recordings. All methods may be called by any thread. */
public interface Store {

  /** Returns its name in settings, metrics and the health report. */
  String name();

  /**
   * Stores a message and answers the submission, at once or later on any thread, within the store's
   * time limit. Never blocks. Called only after {@link #check} has succeeded once.
   */
  void store(Submission submission);

  /**
   * Checks whether the store works; connects and creates what is missing. Blocks for a few seconds
   * at most; called by one thread.
   *
   * @throws StoreException if it does not work
   */
  void check() throws StoreException;

  /**
   * Finds one recording.
   *
   * @param locator the text of its {@link RecordLocator}; empty if unknown
   */
  Optional<Recording> find(UUID vsId, UUID id, String locator) throws StoreException;

  /**
   * Returns a page of a service's recordings, newest first.
   *
   * @param size the most recordings
   * @param cursor the start of the page: empty, or {@link Page#next} of the previous page
   * @throws IllegalArgumentException if the cursor is not from this store
   */
  Page<RecordingSummary> list(UUID vsId, int size, String cursor) throws StoreException;

  /** Returns a page of the services that have recordings, in no order; see {@link #list}. */
  Page<UUID> services(int size, String cursor) throws StoreException;

  /** Ends all its threads and connections; messages are stored or refused within the limit. */
  void close(Duration limit);
}
