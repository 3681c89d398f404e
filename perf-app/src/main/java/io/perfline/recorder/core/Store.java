package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Stores recordings. Any thread may call the methods, except where noted. */
public interface Store {

  /** Returns the store's name in settings, metrics and the health report. */
  String name();

  /**
   * Stores a message and answers the submission, immediately or later on any thread, within the
   * store's time limit. This method never blocks. It is called only after {@link #check} has
   * succeeded once.
   */
  void store(Submission submission);

  /**
   * Checks whether the store works. Connects to it first and creates missing tables or topics if
   * necessary. This method blocks for a few seconds at most, and only one thread calls it.
   *
   * @throws StoreException if the store does not work
   */
  void check() throws StoreException;

  /**
   * Finds one recording.
   *
   * @param locator the text of the {@link RecordLocator} of the recording; empty if unknown
   */
  Optional<Recording> find(UUID vsId, UUID id, String locator) throws StoreException;

  /**
   * Returns a page of a service's recordings, newest first.
   *
   * @param size the maximum number of recordings
   * @param cursor the start of the page: empty, or {@link Page#next} of the previous page
   * @throws IllegalArgumentException if the cursor is not from this store
   */
  Page<RecordingSummary> list(UUID vsId, int size, String cursor) throws StoreException;

  /**
   * Returns a page of the services that have recordings, in no particular order; see {@link #list}.
   */
  Page<UUID> services(int size, String cursor) throws StoreException;

  /**
   * Ends all threads and connections of the store. Messages are stored or refused within the limit.
   */
  void close(Duration limit);
}
