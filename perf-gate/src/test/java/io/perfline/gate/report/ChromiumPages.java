package io.perfline.gate.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A running Chromium whose page is controlled by the DevTools protocol. The page can be narrower
 * than a window, is that of a phone up to 500 pixels, and its scripts run in real time.
 */
public final class ChromiumPages implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int PHONE = 500;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
  private final Process process;
  private final URI browser;
  private WebSocket page;
  private int calls;

  private ChromiumPages(Process process, URI browser) {
    this.process = process;
    this.browser = browser;
  }

  static ChromiumPages start(List<String> program, Path profile)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(program);
    command.add("--user-data-dir=" + profile);
    command.add("--remote-debugging-port=0");
    command.add("about:blank");
    Files.createDirectories(profile);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(profile.resolveSibling("pages.log").toFile())
            .start();
    try {
      return new ChromiumPages(process, address(process, profile.resolve("DevToolsActivePort")));
    } catch (IOException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static URI address(Process process, Path portFile)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    while (!Files.exists(portFile) || Files.readAllLines(portFile).isEmpty()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        throw new IOException("Chromium wrote no " + portFile);
      }
      Thread.sleep(50);
    }
    return URI.create("http://127.0.0.1:" + Files.readAllLines(portFile).get(0));
  }

  /**
   * Opens a new page in a size in pixels instead of the last one, and returns after a JavaScript
   * condition has been true for half a second.
   *
   * @return how long it took until the condition became true
   */
  public Duration open(URI address, int width, int height, String condition)
      throws IOException, InterruptedException {
    newPage();
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width <= PHONE));
    long begin = System.nanoTime();
    call("Page.navigate", Map.of("url", address.toString()));
    long trueSince = 0;
    while (trueSince == 0 || System.nanoTime() - trueSince < 500_000_000) {
      JsonNode value = call("Runtime.evaluate", Map.of("expression", condition));
      boolean met = value.at("/result/value").asBoolean();
      trueSince = !met ? 0 : trueSince == 0 ? System.nanoTime() : trueSince;
      if (System.nanoTime() - begin > TIMEOUT.toNanos()) {
        throw new IOException(address + " did not become ready: " + condition + " is " + value);
      }
      Thread.sleep(50);
    }
    return Duration.ofNanos(trueSince - begin);
  }

  /** Saves the open page as a PNG picture. */
  public void picture(Path file) throws IOException, InterruptedException {
    JsonNode picture = call("Page.captureScreenshot", Map.of("format", "png"));
    Files.write(file, Base64.getDecoder().decode(picture.path("data").asText()));
  }

  private void newPage() throws IOException, InterruptedException {
    closePage();
    HttpRequest request =
        HttpRequest.newBuilder(browser.resolve("/json/new"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    JsonNode target = JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
    answers.clear();
    page =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create(target.path("webSocketDebuggerUrl").asText()), new Answers())
            .join();
  }

  private void closePage() throws IOException, InterruptedException {
    if (page != null) {
      call("Page.close", Map.of());
      page.abort();
    }
  }

  private JsonNode call(String method, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    int id = ++calls;
    page.sendText(
            JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
        .join();
    while (true) {
      JsonNode answer = answers.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      if (answer == null || answer.has("error")) {
        throw new IOException(method + " failed: " + answer);
      }
      if (answer.path("id").asInt() == id) {
        return answer.path("result");
      }
    }
  }

  @Override
  public void close() {
    if (page != null) {
      page.abort();
    }
    process.destroy();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(late -> null).join();
    process.destroyForcibly();
  }

  private final class Answers implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        try {
          answers.add(JSON.readTree(text.toString()));
        } catch (IOException e) {
          throw new IllegalStateException("Chromium's answer is not JSON", e);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }
}
