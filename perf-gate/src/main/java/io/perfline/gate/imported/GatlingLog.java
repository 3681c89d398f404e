package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.gatling.EventLog;
import io.perfline.core.gatling.LogEvent;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Gatling's {@code simulation.log} as it is since 3.13, binary. */
final class GatlingLog implements SampleReader {

  private final Path file;
  private final EventLog log;
  private final GatlingRequests requests = new GatlingRequests();

  GatlingLog(Path file) throws IOException {
    this.file = file;
    log = new EventLog(file, ToolFile.open(file));
  }

  @Override
  public ImportedSample next() throws IOException {
    try {
      for (LogEvent event = log.next(); event != null; event = log.next()) {
        if (event instanceof LogEvent.User user) {
          requests.user(user.started());
        } else if (event instanceof LogEvent.Crash crash) {
          requests.crash(crash.message());
        } else if (event instanceof LogEvent.Request request) {
          return requests.sample(
              String.join("/", request.groups()),
              request.name(),
              request.start(),
              request.end(),
              request.ok() ? null : request.message());
        }
      }
      return null;
    } catch (EOFException e) {
      throw Fault.noVerdict(
          position() + ": the log ends in the middle of an event: it is cut off", e);
    }
  }

  @Override
  public String position() {
    return "%s, event %d".formatted(file, log.events() + 1);
  }

  @Override
  public Map<String, String> metadata() {
    return requests.said();
  }

  @Override
  public void close() throws IOException {
    log.close();
  }
}
