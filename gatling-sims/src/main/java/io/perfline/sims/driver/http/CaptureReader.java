package io.perfline.sims.driver.http;

import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.RuntimeJsonMappingException;
import io.perfline.core.command.Fault;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a recording one exchange at a time, so it needs memory for only one exchange. */
final class CaptureReader implements AutoCloseable {

  private static final int BUFFER = 64 * 1024;

  private final Path file;
  private final MappingIterator<CapturedExchange> exchanges;
  private long number;

  /**
   * Opens a recording.
   *
   * @throws Fault exit code 2 if it cannot be read
   */
  CaptureReader(Path file) {
    this(file, open(file));
  }

  CaptureReader(Path file, InputStream in) {
    this.file = file;
    try {
      exchanges = CapturedExchange.READER.readValues(new BufferedInputStream(in, BUFFER));
    } catch (IOException e) {
      throw unreadable(e.toString());
    }
  }

  private static InputStream open(Path file) {
    try {
      return Files.newInputStream(file);
    } catch (IOException e) {
      throw Fault.configuration(
          "cannot read the recording %s: %s. 'perfline capture' records one".formatted(file, e));
    }
  }

  /**
   * Returns the next exchange; null at the end.
   *
   * @throws Fault exit code 2 with the exchange's number, if it cannot be read
   */
  CapturedExchange next() {
    try {
      if (!exchanges.hasNextValue()) {
        return null;
      }
      number++;
      CapturedExchange exchange = exchanges.nextValue();
      String fault = exchange == null ? "it is empty" : exchange.fault();
      if (fault != null) {
        throw unreadable(fault);
      }
      return exchange;
    } catch (StreamReadException e) {
      throw unreadable("not JSON: " + e.getOriginalMessage());
    } catch (JsonMappingException e) {
      String key = e.getPath().isEmpty() ? "" : e.getPath().get(0).getFieldName() + ": ";
      throw unreadable(key + e.getOriginalMessage());
    } catch (IOException | RuntimeJsonMappingException e) {
      throw unreadable(e.toString());
    }
  }

  private Fault unreadable(String why) {
    return Fault.configuration(
        "the recording %s cannot be replayed: exchange %d: %s".formatted(file, number, why));
  }

  @Override
  public void close() {
    try {
      exchanges.close();
    } catch (IOException e) {
      throw unreadable(e.toString());
    }
  }
}
