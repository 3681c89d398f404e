package io.perfline.acceptance.jenkins;

import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import groovy.lang.Script;
import io.perfline.acceptance.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.runtime.InvokerHelper;

/** A Jenkinsfile, compiled with Jenkins' version of Groovy. */
record Jenkinsfile(String name, String text) {

  /** Root of the checkout. */
  static final Path ROOT = Checkout.home();

  /** The line by which a pipeline of another repository loads the shared library. */
  private static final String LIBRARY = "@Library('perfline') _\n";

  /** The file of the shared step. */
  static final String STEP = "deploy/jenkins/library/vars/perfline.groovy";

  /**
   * Compiled classes by whether the pipeline is declarative and by text, because compiling is slow.
   */
  private static final Map<Boolean, Map<String, Class<?>>> COMPILED = new ConcurrentHashMap<>();

  static Jenkinsfile read(String path) throws IOException {
    return new Jenkinsfile(path, Files.readString(ROOT.resolve(path)));
  }

  /** Returns a copy with one piece of text replaced. */
  Jenkinsfile with(String was, String is) {
    if (!text.contains(was)) {
      throw new AssertionError(name + " does not contain '" + was + "'");
    }
    return new Jenkinsfile(name, text.replace(was, is));
  }

  /**
   * Compiles and runs it.
   *
   * @throws org.codehaus.groovy.control.MultipleCompilationErrorsException if it doesn't compile or
   *     uses a keyword outside {@code script} that the declarative syntax does not have
   */
  Build run(World world) {
    return run(world, true);
  }

  /** Compiles and runs it as any script, such as Job DSL; the result contains its calls. */
  Step runFreely() {
    return run(new World(), false).root();
  }

  /** Compiles and runs it as a scripted pipeline, in which any failure ends the build. */
  Build runScripted(World world) {
    return run(world, false);
  }

  private Build run(World world, boolean declarative) {
    Build build =
        new Build(world, using -> script(world.library.apply(Jenkinsfile.step()), false, using));
    // Jenkins reads the library line before it compiles the rest.
    if (text.startsWith(LIBRARY)) {
      build.loadLibrary();
    }
    build.run(script(text.replaceFirst(Pattern.quote(LIBRARY), ""), declarative, build));
    return build;
  }

  private static String step() {
    try {
      return read(STEP).text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PipelineScript script(String text, boolean declarative, Build build) {
    Class<?> compiled =
        COMPILED
            .computeIfAbsent(declarative, kind -> new ConcurrentHashMap<>())
            .computeIfAbsent(text, source -> compiled(source, declarative));
    PipelineScript script =
        (PipelineScript)
            InvokerHelper.createScript(compiled.asSubclass(Script.class), new Binding());
    script.in(build);
    return script;
  }

  private static Class<?> compiled(String text, boolean declarative) {
    CompilerConfiguration configuration = new CompilerConfiguration();
    if (declarative) {
      configuration.addCompilationCustomizers(new DeclarativeSyntax());
    }
    configuration.setScriptBaseClass(PipelineScript.class.getName());
    return new GroovyShell(Jenkinsfile.class.getClassLoader(), new Binding(), configuration)
        .getClassLoader()
        .parseClass(text, "WorkflowScript.groovy");
  }
}
