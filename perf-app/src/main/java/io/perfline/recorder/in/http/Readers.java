package io.perfline.recorder.in.http;

import io.perfline.recorder.core.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The few threads that read from the store, so that no thread of the server waits for it. */
public final class Readers {

  private static final Logger LOG = Logger.getLogger(Readers.class.getName());

  private static final int THREADS = 2;
  private static final int WAITING = 64;

  /** Requests that are waiting, read or not over yet: the server keeps its buffers for each. */
  private static final int UNFINISHED = 128;

  private final Unanswered unanswered;
  private final ThreadPoolExecutor pool;
  private final Semaphore places = new Semaphore(UNFINISHED);

  /** Creates the readers; their threads start when there is something to read. */
  public Readers(Unanswered unanswered) {
    this.unanswered = unanswered;
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

  /** Answers the request with what the reading finds, or with the problem that it meets. */
  public void answer(HttpServletRequest request, HttpServletResponse response, Reading reading)
      throws IOException {
    Answer answer = new Answer(request, response, unanswered, places::release);
    if (places.tryAcquire() && execute(answer, request, reading)) {
      answer.servletReturns();
    } else {
      Problem.unavailable("too many are reading; come again later").send(request, response);
    }
  }

  private boolean execute(Answer answer, HttpServletRequest request, Reading reading) {
    try {
      pool.execute(() -> answer.is(read(request, reading)));
      return true;
    } catch (RejectedExecutionException e) {
      places.release();
      return false;
    }
  }

  private static Answer.Content read(HttpServletRequest request, Reading reading) {
    try {
      return reading.read();
    } catch (ProblemException e) {
      return out -> e.problem().send(request, out);
    } catch (IllegalArgumentException e) {
      return out -> Problem.badRequest(e.getMessage()).send(request, out);
    } catch (StoreException e) {
      LOG.log(Level.FINE, "the store could not be read", e);
      return out -> Problem.unavailable(e.getMessage()).send(request, out);
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.log(Level.SEVERE, "reading from the store failed", e);
      Problem failed = new Problem(500, "Internal Server Error", "reading from the store failed");
      return out -> failed.send(request, out);
    }
  }

  /** Ends the threads; what waits is answered first as long as the limit allows. */
  public void close(Duration limit) throws InterruptedException {
    pool.shutdown();
    if (!pool.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      pool.shutdownNow();
      if (!pool.awaitTermination(2, TimeUnit.SECONDS)) {
        LOG.warning("a reader of the store did not end");
      }
    }
  }

  /** Something to be read. */
  public interface Reading {
    /** Reads and returns how to send it. */
    Answer.Content read() throws StoreException, ProblemException;
  }
}
