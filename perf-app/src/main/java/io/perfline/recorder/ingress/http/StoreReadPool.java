package io.perfline.recorder.ingress.http;

import io.perfline.recorder.core.ByteBudget;
import io.perfline.recorder.core.Reservation;
import io.perfline.recorder.core.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * A small pool of threads that read from the store, so that no thread of the server waits for it.
 */
public final class StoreReadPool {

  private static final Logger LOG = Logger.getLogger(StoreReadPool.class.getName());

  private static final int THREADS = 2;
  private static final int WAITING = 64;

  /** The maximum number of open requests; the server keeps buffers for each. */
  private static final int UNFINISHED = 128;

  /**
   * The maximum size of all unsent large answers together, in bytes, because clients may be slow.
   */
  private static final long BYTES = 16L * 1024 * 1024;

  /**
   * The size in bytes up to which answers are not counted, because even the maximum number of open
   * requests needs little memory for them.
   */
  private static final long SMALL = 64L * 1024;

  private static final Problem TOO_MANY =
      Problem.unavailable("too many are reading; come again later");

  private final PendingRequests pending;
  private final ThreadPoolExecutor pool;
  private final Semaphore permits = new Semaphore(UNFINISHED);
  private final ByteBudget budget = new ByteBudget(BYTES);

  /** Creates the pool, whose threads start on demand. */
  public StoreReadPool(PendingRequests pending) {
    this.pending = pending;
    this.pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            this::thread);
    pool.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work, "recorder-reader");
    thread.setDaemon(true);
    return thread;
  }

  /** Answers the request with the result of {@code reading}, or with a problem if it fails. */
  public void answer(HttpServletRequest request, HttpServletResponse response, Reading reading)
      throws IOException {
    Visit visit = new Visit(request, response, reading);
    if (permits.tryAcquire() && execute(visit)) {
      visit.answer.servletReturns();
    } else {
      TOO_MANY.send(request, response);
    }
  }

  private boolean execute(Visit visit) {
    try {
      pool.execute(visit);
      return true;
    } catch (RejectedExecutionException e) {
      permits.release();
      return false;
    }
  }

  private static Found read(HttpServletRequest request, Reading reading) {
    try {
      return reading.read();
    } catch (ProblemException e) {
      return found(e.problem(), request);
    } catch (IllegalArgumentException e) {
      return found(Problem.badRequest(e.getMessage()), request);
    } catch (StoreException e) {
      LOG.log(Level.FINE, "the store could not be read", e);
      return found(Problem.unavailable(e.getMessage()), request);
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.log(Level.SEVERE, "reading from the store failed", e);
      return found(
          new Problem(500, "Internal Server Error", "reading from the store failed"), request);
    }
  }

  private static Found found(Problem problem, HttpServletRequest request) {
    return new Found(out -> problem.send(request, out), 0);
  }

  /** A request that reads from the store, until its answer is sent. */
  private final class Visit implements Runnable {

    private final HttpServletRequest request;
    private final Reading reading;
    private final AsyncReply answer;
    private volatile Reservation reservation = Reservation.NONE;
    private volatile boolean over;

    Visit(HttpServletRequest request, HttpServletResponse response, Reading reading) {
      this.request = request;
      this.reading = reading;
      this.answer = new AsyncReply(request, response, pending, true, this::over);
    }

    @Override
    public void run() {
      Found found = read(request, reading);
      long bytes = Math.min(found.bytes(), BYTES);
      if (bytes > SMALL) {
        Optional<Reservation> room = budget.tryReserve(bytes);
        reservation = room.orElse(Reservation.NONE);
        found = room.isPresent() ? found : found(TOO_MANY, request);
      }
      answer.complete(found.content());
      if (over) { // given up before it was read
        reservation.close();
      }
    }

    private void over() {
      over = true;
      reservation.close();
      permits.release();
    }
  }

  /** Answers the waiting requests within the limit, and ends the threads. */
  public void close(Duration limit) throws InterruptedException {
    pool.shutdown();
    if (!pool.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      pool.shutdownNow();
      if (!pool.awaitTermination(2, TimeUnit.SECONDS)) {
        LOG.warning("a reader of the store did not end");
      }
    }
  }

  public interface Reading {
    /** Reads from the store, on a thread that may wait for it. */
    Found read() throws StoreException, ProblemException;
  }

  /**
   * The result of a read.
   *
   * @param bytes the memory in bytes that the answer needs until it is sent
   */
  public record Found(AsyncReply.Content content, long bytes) {}
}
