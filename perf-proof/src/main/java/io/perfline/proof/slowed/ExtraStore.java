package io.perfline.proof.slowed;

import io.perfline.recorder.app.Stores;
import io.perfline.recorder.core.RecordLocator;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Store;
import io.perfline.recorder.core.StoreException;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.settings.SettingsException;
import io.perfline.recorder.settings.SettingsReader;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.servlet.ServletContext;
import javax.servlet.ServletException;

/** The recorder's store once more, called and waited for. */
final class ExtraStore {

  private static final Duration CLOSE = Duration.ofSeconds(2);
  private static final long PATIENCE_SECONDS = 10;

  private final Store store;
  private final UUID virtualService = UUID.randomUUID();

  private ExtraStore(Store store) {
    this.store = store;
  }

  static ExtraStore open(ServletContext context) throws ServletException {
    try {
      Store store =
          Stores.of(
              SettingsReader.read(
                  context.getContextPath(),
                  Collections.list(context.getInitParameterNames()).stream()
                      .collect(Collectors.toMap(Function.identity(), context::getInitParameter)),
                  System.getenv()));
      store.check();
      return new ExtraStore(store);
    } catch (SettingsException | StoreException e) {
      throw new ServletException("the slowed recorder has no store to call: " + e.getMessage(), e);
    }
  }

  /** Stores a message of no data and waits until it is stored. */
  void call() throws IOException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    UUID id = new UUID(random.nextLong(), random.nextLong());
    Call call = new Call(new Recording(id, virtualService, "", 200, 0, new byte[0]));
    store.store(call);
    try {
      call.answered.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the extra call of the store failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the extra call of the store was interrupted", e);
    }
  }

  void close() {
    store.close(CLOSE);
  }

  /** One call. */
  private static final class Call extends Submission {

    private final CompletableFuture<RecordLocator> answered = new CompletableFuture<>();

    Call(Recording recording) {
      super(recording);
    }

    @Override
    protected void onStored(RecordLocator place) {
      answered.complete(place);
    }

    @Override
    protected void onRefused(Refusal refusal) {
      answered.completeExceptionally(new IOException(refusal.detail()));
    }
  }
}
