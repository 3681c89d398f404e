package io.perfline.acceptance.jenkins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Client of Jenkins' REST API with user and password. */
final class JenkinsClient {

  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(Duration.ofSeconds(10))
          .cookieHandler(new CookieManager()) // a crumb is only valid in its session
          .build();
  private final URI url;
  private final String authorization;

  /**
   * @param url ends with a slash
   */
  JenkinsClient(URI url, String user, String password) {
    this.url = url;
    this.authorization =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  URI url() {
    return url;
  }

  /** Returns the HTTP status of a page for this user; -1 if nothing answers. */
  int status(String path) throws InterruptedException {
    return statusAs(path, authorization);
  }

  /** Returns the HTTP status of a page for anonymous users. */
  int statusForAnonymous(String path) throws InterruptedException {
    return statusAs(path, null);
  }

  String text(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = get(path, authorization);
    if (answer.statusCode() != 200) {
      throw new IOException(url.resolve(path) + " answered " + answer.statusCode());
    }
    return answer.body();
  }

  JsonNode json(String path) throws IOException, InterruptedException {
    return JsonMapper.builder().build().readTree(text(path));
  }

  /** Waits for the end of the job's build of a commit. */
  FinishedBuild awaitBuild(String job, String commit, Duration limit)
      throws IOException, InterruptedException {
    return await(
        job,
        "commit " + commit,
        build -> build.path("actions").findValuesAsText("SHA1").contains(commit),
        limit);
  }

  /** Waits for the end of the job's build of a number. */
  FinishedBuild awaitBuild(String job, int number, Duration limit)
      throws IOException, InterruptedException {
    return await(job, "build " + number, build -> build.path("number").asInt() == number, limit);
  }

  /** Waits until the log of a running build contains a text; returns the build's description. */
  String awaitLog(String job, int number, String text, Duration limit)
      throws IOException, InterruptedException {
    String path = "job/%s/%d/".formatted(job, number);
    long end = System.nanoTime() + limit.toNanos();
    while (status(path + "consoleText") != 200 || !text(path + "consoleText").contains(text)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("%s does not contain '%s' in %s".formatted(path, text, limit));
      }
      TimeUnit.SECONDS.sleep(1);
    }
    return plain(json(path + "api/json").path("description").asText());
  }

  /** Returns a description without the elements that {@code links.groovy} adds. */
  private static String plain(String description) {
    return description
        .replaceAll("<[^>]*>", "")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }

  /** Waits until a page contains a text, and returns it. */
  String awaitPage(String path, String text, Duration limit)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!text(path).contains(text)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("%s does not contain '%s' in %s".formatted(path, text, limit));
      }
      TimeUnit.SECONDS.sleep(1);
    }
    return text(path);
  }

  /** Aborts a running build. */
  void stop(String job, int number) throws IOException, InterruptedException {
    post("job/%s/%d/stop".formatted(job, number));
  }

  /** Notifies Jenkins of new commits, like a repository's hook. */
  void notifyCommit(String repository) throws InterruptedException {
    statusForAnonymous(
        "git/notifyCommit?url=" + URLEncoder.encode(repository, StandardCharsets.UTF_8));
  }

  /** Creates a pipeline job without parameters and builds it once. */
  FinishedBuild buildOnce(String job, String repository, String script, Duration limit)
      throws IOException, InterruptedException {
    String definition =
        """
        <flow-definition>
          <definition class="org.jenkinsci.plugins.workflow.cps.CpsScmFlowDefinition">
            <scm class="hudson.plugins.git.GitSCM">
              <userRemoteConfigs>
                <hudson.plugins.git.UserRemoteConfig><url>%s</url></hudson.plugins.git.UserRemoteConfig>
              </userRemoteConfigs>
              <branches><hudson.plugins.git.BranchSpec><name>main</name></hudson.plugins.git.BranchSpec></branches>
            </scm>
            <scriptPath>%s</scriptPath>
            <lightweight>true</lightweight>
          </definition>
        </flow-definition>
        """
            .formatted(repository, script);
    post("createItem?name=" + job, HttpRequest.BodyPublishers.ofString(definition));
    post("job/%s/build".formatted(job));
    return awaitBuild(job, 1, limit);
  }

  /** Starts a build with parameters and waits for its end. */
  FinishedBuild build(String job, Map<String, String> parameters, Duration limit)
      throws IOException, InterruptedException {
    return awaitBuild(job, start(job, parameters), limit);
  }

  /** Starts a build with parameters and returns its number. */
  int start(String job, Map<String, String> parameters) throws IOException, InterruptedException {
    int number = json("job/" + job + "/api/json").path("nextBuildNumber").asInt();
    String query =
        parameters.entrySet().stream()
            .map(pair -> pair.getKey() + "=" + pair.getValue())
            .collect(Collectors.joining("&"));
    post("job/%s/buildWithParameters?%s".formatted(job, query));
    return number;
  }

  private void post(String path) throws IOException, InterruptedException {
    post(path, HttpRequest.BodyPublishers.noBody());
  }

  private void post(String path, HttpRequest.BodyPublisher body)
      throws IOException, InterruptedException {
    JsonNode crumb = json("crumbIssuer/api/json");
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve(path))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", authorization)
            .header(crumb.path("crumbRequestField").asText(), crumb.path("crumb").asText())
            .header("Content-Type", "application/xml")
            .POST(body)
            .build();
    int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    if (status != 201 && status != 200 && status != 302) {
      throw new IOException(url.resolve(path) + " answered " + status);
    }
  }

  /** Downloads a file. */
  void download(String path, Path file) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve(path)).header("Authorization", authorization).build();
    int status = http.send(request, HttpResponse.BodyHandlers.ofFile(file)).statusCode();
    if (status != 200) {
      throw new IOException(url.resolve(path) + " answered " + status);
    }
  }

  private FinishedBuild await(String job, String what, Predicate<JsonNode> wanted, Duration limit)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (System.nanoTime() < end) {
      Optional<FinishedBuild> build = finished(job, wanted);
      if (build.isPresent()) {
        return build.get();
      }
      TimeUnit.SECONDS.sleep(1);
    }
    throw new AssertionError(
        "%s ended no %s in %s; its builds: %s"
            .formatted(job, what, limit, json("job/" + job + "/api/json")));
  }

  private Optional<FinishedBuild> finished(String job, Predicate<JsonNode> wanted)
      throws IOException, InterruptedException {
    if (status("job/%s/api/json".formatted(job)) == 404) {
      return Optional.empty(); // a change request that Jenkins has not discovered yet
    }
    JsonNode builds =
        json("job/%s/api/json?tree=builds%%5Bnumber,building,result,description,actions%%5BlastBuiltRevision%%5BSHA1%%5D%%5D%%5D"
                .formatted(job))
            .path("builds");
    for (JsonNode build : builds) {
      if (wanted.test(build) && !build.path("building").asBoolean(true)) {
        return Optional.of(
            new FinishedBuild(
                this,
                "job/%s/%d/".formatted(job, build.path("number").asInt()),
                build.path("result").asText(),
                plain(build.path("description").asText())));
      }
    }
    return Optional.empty();
  }

  private int statusAs(String path, String credentials) throws InterruptedException {
    try {
      return get(path, credentials).statusCode();
    } catch (IOException e) {
      return -1;
    }
  }

  private HttpResponse<String> get(String path, String credentials)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url.resolve(path)).timeout(Duration.ofSeconds(30));
    if (credentials != null) {
      request.header("Authorization", credentials);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
