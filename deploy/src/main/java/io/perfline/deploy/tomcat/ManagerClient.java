package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Tomcat;
import io.perfline.core.project.HttpProbe;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A client for the text interface of Tomcat's manager. Any answer other than {@code OK - …} becomes
 * a {@link ManagerRefusal}, whose message never contains the password.
 */
public final class ManagerClient {

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private final Tomcat tomcat;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  public ManagerClient(Tomcat tomcat) {
    this.tomcat = tomcat;
  }

  /** Returns the applications, one per line: {@code /path:running:sessions:directory}. */
  public String list() throws InterruptedException {
    return send("list", HttpRequest.newBuilder(command("list")).GET()).text();
  }

  public boolean runs(ContextPath path) throws InterruptedException {
    return list().lines().anyMatch(line -> line.startsWith(path.path() + ":running:"));
  }

  /**
   * Deploys {@code war}, replacing the application at {@code path}. The WAR is streamed, so it is
   * never completely in memory.
   *
   * @param version the version of a parallel deployment, {@code path##version}; empty for none
   * @return the first line of the manager's answer
   */
  public String deploy(Path war, ContextPath path, Optional<String> version)
      throws InterruptedException {
    // This reports a refused user before the WAR is sent, because Tomcat closes the connection
    // during an upload that it refuses.
    list();
    try {
      URI url = command("deploy?path=" + encoded(path.path()) + of(version) + "&update=true");
      return send("deploy", HttpRequest.newBuilder(url).PUT(BodyPublishers.ofFile(war))).line();
    } catch (IOException e) {
      throw Fault.configuration("cannot read " + war + ": " + e.getMessage());
    }
  }

  /**
   * Undeploys an application.
   *
   * @param version the version with which it was deployed; empty for none
   * @return the first line of the manager's answer
   */
  public String undeploy(ContextPath path, Optional<String> version) throws InterruptedException {
    URI url = command("undeploy?path=" + encoded(path.path()) + of(version));
    return send("undeploy", HttpRequest.newBuilder(url).GET()).line();
  }

  private ManagerReply send(String command, HttpRequest.Builder request)
      throws InterruptedException {
    request.header("Authorization", HttpProbe.basic(tomcat.user(), tomcat.password()));
    HttpResponse<String> response;
    try {
      response = client.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new ManagerRefusal(
          "Tomcat's manager at %s can't be reached (%s): is it up? For the local stack see"
                  .formatted(tomcat.manager(), e)
              + " perfline stack status",
          e);
    }
    if (response.statusCode() != 200) {
      throw status(command, response);
    }
    ManagerReply reply = ManagerReply.of(response.body());
    if (!reply.isOk()) {
      throw new ManagerRefusal(
          "Tomcat's manager answered %s with: %s".formatted(command, reply.line()), null);
    }
    return reply;
  }

  private ManagerRefusal status(String command, HttpResponse<String> response) {
    String user = tomcat.user();
    int status = response.statusCode();
    String why =
        switch (status) {
          case 401 ->
              ("it rejects the user '%s'. The password is wrong, or Tomcat has locked the"
                      + " user out after several wrong ones: then even the right one is refused for"
                      + " five minutes. Check the variables of tomcat.user and tomcat.password")
                  .formatted(user);
          case 403 ->
              "the user '%s' lacks the permission: give it the role manager-script, and allow this address"
                  .formatted(user);
          case 404 -> "there is no manager: is the application deployed, and the URL right?";
          case 413 ->
              "the WAR is larger than a proxy or the manager allows: raise its limit"
                  + " (client_max_body_size of nginx, max-file-size in the manager's web.xml)";
          case 502, 504 ->
              "a proxy in front of Tomcat gave up waiting: raise its time-out"
                  + " (proxy_read_timeout of nginx), or name Tomcat's own address";
          default -> status / 100 == 3 ? redirect(response) : "see Tomcat's log";
        };
    return new ManagerRefusal(
        "Tomcat's manager at %s answered HTTP %d to %s: %s"
            .formatted(tomcat.manager(), status, command, why),
        null);
  }

  private static String redirect(HttpResponse<String> response) {
    return "it redirects to %s, and perfline sends the password to no other address: correct tomcat.manager"
        .formatted(response.headers().firstValue("Location").orElse("another address"));
  }

  private URI command(String command) {
    return URI.create(tomcat.manager() + "/" + command);
  }

  private static String of(Optional<String> version) {
    return version.map(text -> "&version=" + encoded(text)).orElse("");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /**
   * An answer of the manager. Failures also have status 200, so the text decides.
   *
   * @param line the first line, {@code OK - …} or {@code FAIL - …}
   * @param text the whole answer
   */
  private record ManagerReply(String line, String text) {

    static ManagerReply of(String text) {
      return new ManagerReply(text.lines().findFirst().orElse("(an empty answer)").strip(), text);
    }

    boolean isOk() {
      return line.startsWith("OK - ");
    }
  }
}
