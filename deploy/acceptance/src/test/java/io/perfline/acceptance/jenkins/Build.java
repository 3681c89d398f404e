package io.perfline.acceptance.jenkins;

import groovy.lang.Closure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Simulates one build of a declarative pipeline by Jenkins' rules: a failed stage skips the
 * following ones, {@code catchError} doesn't, {@code post} always runs, and a result only gets
 * worse. Steps have no effect; every call is recorded.
 */
final class Build {

  private static final Set<String> CONDITIONS =
      Set.of(
          "always",
          "fixed",
          "aborted",
          "success",
          "unstable",
          "failure",
          "unsuccessful",
          "cleanup");

  private final World world;
  private final Deque<Step> open = new ArrayDeque<>();
  private final Map<String, Object> parameters = new LinkedHashMap<>();
  private final Map<String, Object> environment = new LinkedHashMap<>();
  private final CurrentBuild currentBuild;
  private final List<Shell> shells = new ArrayList<>();
  private final Step root = Step.of("Jenkinsfile", new Object[0]);
  private final Map<String, PipelineScript> globals = new LinkedHashMap<>();
  private final Function<Build, PipelineScript> library;
  private Result result = Result.SUCCESS;
  private boolean stopped;

  Build(World world, Function<Build, PipelineScript> library) {
    this.world = world;
    this.library = library;
    this.currentBuild = new CurrentBuild(world.atNight, () -> result);
    environment.put("BUILD_TAG", "jenkins-perfline-7");
    environment.put("BUILD_NUMBER", "7");
    environment.put("JENKINS_URL", "https://ci/");
    environment.put("JOB_URL", "https://ci/job/perfline/");
    environment.put("BUILD_URL", "https://ci/job/perfline/7/");
    environment.putAll(world.environment);
    open.push(root);
  }

  /** Loads the shared library, which defines a global variable. */
  void loadLibrary() {
    globals.put("perfline", library.apply(this));
  }

  void run(PipelineScript script) {
    try {
      script.run();
    } catch (StepFailed e) {
      result = Result.FAILURE;
    }
  }

  Step pipeline() {
    return root.child("pipeline");
  }

  /** Returns the parent of all calls. */
  Step root() {
    return root;
  }

  Result result() {
    return result;
  }

  String description() {
    return currentBuild.getDescription();
  }

  List<Shell> shells() {
    return List.copyOf(shells);
  }

  /** Returns the text of all shell steps. */
  List<String> scripts() {
    return shells.stream().map(Shell::script).toList();
  }

  Optional<Object> variable(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "params" -> parameters;
          case "env" -> environment;
          case "currentBuild" -> currentBuild;
          case "none" -> "none";
          case "scm" -> Map.of("userRemoteConfigs", "the repository that the job names");
          default -> globals.containsKey(name) ? globals.get(name) : environment.get(name);
        });
  }

  void assign(String name, Object value) {
    if (!open.element().name().equals("environment")) {
      throw new AssertionError("'%s = …' outside environment".formatted(name));
    }
    if (value instanceof Step credentials) {
      environment.put(name + "_USR", "perf");
      environment.put(name + "_PSW", "secret of " + credentials.text("id"));
    } else {
      environment.put(name, value.toString());
    }
  }

  Object call(String name, Object[] arguments) {
    Step step = Step.of(name, arguments);
    open.element().children().add(step);
    Closure<?> body =
        arguments.length > 0 && arguments[arguments.length - 1] instanceof Closure<?> last
            ? last
            : null;
    open.push(step);
    try {
      return globals.containsKey(name) ? globals.get(name).step(arguments) : carryOut(step, body);
    } finally {
      open.pop();
    }
  }

  private Object carryOut(Step step, Closure<?> body) {
    switch (step.name()) {
      case "stage" -> stage(body);
      case "catchError" -> catchError(step, body);
      case "steps" -> steps(body);
      case "parallel" ->
          step.named().values().stream()
              .filter(Closure.class::isInstance) // failFast is a flag
              .forEach(branch -> ((Closure<?>) branch).call());
      case "withEnv" -> withEnv(step, body);
      case "withCredentials" -> withCredentials(step, body);
      case "usernamePassword" -> {
        return step;
      }
      case "library" -> {
        if (!world.withLibrary && !step.named().containsKey("retriever")) {
          throw new StepFailed("No library named " + step.text("identifier") + " found");
        }
        loadLibrary();
      }
      case "readFile" -> {
        return world.text(step.text("file"));
      }
      case "checkout" -> {
        if (world.checkoutFails) {
          throw new StepFailed("Couldn't find any revision to build");
        }
        return world.checkout;
      }
      case "fileExists" -> {
        return world.exists(step.text("file"));
      }
      case "findFiles" -> {
        return world.exists("target/all") ? List.of("one") : List.of();
      }
      case "writeJSON" -> {
        return step.named().get("json").toString();
      }
      case "unstable" -> { // both a step and a condition
        if (body == null) {
          result = result.worseOf(Result.UNSTABLE);
        } else if (isTrue("unstable")) {
          body.call();
        }
      }
      case "error" -> throw new StepFailed(step.text("message"));
      case "string", "choice", "booleanParam" -> {
        if (named("parameters")) {
          parameter(step);
        }
        return step;
      }
      case "sh" -> {
        return sh(step);
      }
      case "readJSON" -> {
        return world.json(step.text("file"));
      }
      case "credentials" -> {
        return step;
      }
      default -> {
        if (body != null && (!CONDITIONS.contains(step.name()) || isTrue(step.name()))) {
          body.call();
        }
      }
    }
    return null;
  }

  private boolean isTrue(String condition) {
    return switch (condition) {
      case "success" -> result == Result.SUCCESS;
      case "fixed" -> result == Result.SUCCESS && world.fixed;
      case "aborted" -> false;
      case "unstable" -> result == Result.UNSTABLE;
      case "failure" -> result == Result.FAILURE;
      case "unsuccessful" -> result != Result.SUCCESS;
      default -> true;
    };
  }

  private void stage(Closure<?> body) {
    if (stopped) {
      return;
    }
    body.call();
  }

  /** Marks the stage as failed; its {@code post} still runs. */
  private void steps(Closure<?> body) {
    try {
      body.call();
    } catch (StepFailed e) {
      result = Result.FAILURE;
      stopped = true;
    }
  }

  private void withEnv(Step step, Closure<?> body) {
    Map<String, Object> outside = new LinkedHashMap<>(environment);
    for (Object line : (List<?>) step.values().get(0)) {
      String[] pair = line.toString().split("=", 2);
      if (pair[0].startsWith("PATH+")) {
        pair = new String[] {"PATH", pair[1] + ":" + System.getenv("PATH")};
      }
      environment.put(pair[0], pair[1]);
    }
    body.call();
    environment.clear();
    environment.putAll(outside);
  }

  /** Binds a user and a password. Tokens come from the agent's environment. */
  private void withCredentials(Step step, Closure<?> body) {
    Map<String, Object> outside = new LinkedHashMap<>(environment);
    for (Object each : (List<?>) step.values().get(0)) {
      Step binding = (Step) each;
      String id = binding.text("credentialsId");
      if (!world.withCredentials) {
        throw new StepFailed("Could not find credentials entry with ID '" + id + "'");
      }
      if (binding.name().equals("usernamePassword")) {
        environment.put(binding.text("usernameVariable"), "perf");
        environment.put(binding.text("passwordVariable"), "secret of " + id);
      }
    }
    try {
      body.call();
    } finally {
      environment
          .keySet()
          .removeIf(name -> !outside.containsKey(name) && name.matches(".*_(USR|PSW)"));
    }
  }

  /** Returns whether the direct parent of the current step has this name. */
  private boolean named(String section) {
    return open.stream().skip(1).findFirst().filter(s -> s.name().equals(section)).isPresent();
  }

  private void catchError(Step step, Closure<?> body) {
    try {
      body.call();
    } catch (StepFailed e) {
      result = result.worseOf(Result.valueOf((String) step.named().get("buildResult")));
    }
  }

  private void parameter(Step step) {
    String name = step.text("name");
    Object first =
        step.named().get("choices") instanceof List<?> choices
            ? choices.get(0)
            : step.named().get("defaultValue");
    Object value = world.parameters.getOrDefault(name, first);
    if (name != null && parameters.put(name, value) != null) {
      throw new AssertionError("two parameters " + name);
    }
  }

  private Object sh(Step step) {
    String script = step.text("script");
    Map<String, String> variables = new LinkedHashMap<>();
    parameters.forEach((name, value) -> variables.put(name, value.toString()));
    environment.forEach((name, value) -> variables.put(name, value.toString()));
    Shell shell = new Shell(place(), script, variables);
    shells.add(shell);
    int code = world.exitCode(shell);
    if (Boolean.TRUE.equals(step.named().get("returnStatus"))) {
      return code;
    }
    if (code != 0) {
      throw new StepFailed("script returned exit code " + code);
    }
    return null;
  }

  private String place() {
    return open.stream()
        .filter(step -> step.name().equals("stage"))
        .map(step -> step.text("name"))
        .findFirst()
        .orElse("post");
  }
}
