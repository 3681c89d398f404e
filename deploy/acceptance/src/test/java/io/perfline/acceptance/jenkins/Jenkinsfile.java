package io.perfline.acceptance.jenkins;

import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.codehaus.groovy.control.CompilerConfiguration;

/** A Jenkinsfile, compiled with the Groovy that Jenkins has inside. */
record Jenkinsfile(String name, String text) {

  /** Root of the checkout. */
  static final Path ROOT = Path.of(System.getProperty("basedir", "")).resolve("../..").normalize();

  /** How a pipeline asks for the shared library, and the file of its step. */
  private static final String LIBRARY = "@Library('perfline') _\n";

  static final String STEP = "deploy/jenkins/library/vars/perfline.groovy";

  static Jenkinsfile read(String path) throws IOException {
    return new Jenkinsfile(path, Files.readString(ROOT.resolve(path)));
  }

  /** The same with one piece of text exchanged. */
  Jenkinsfile with(String was, String is) {
    if (!text.contains(was)) {
      throw new AssertionError(name + " holds no '" + was + "'");
    }
    return new Jenkinsfile(name, text.replace(was, is));
  }

  /**
   * Compiles and runs it.
   *
   * @throws org.codehaus.groovy.control.MultipleCompilationErrorsException when it doesn't compile,
   *     or says something outside {@code script} that the declarative syntax has no word for
   */
  Build run(World world) {
    CompilerConfiguration configuration = new CompilerConfiguration();
    configuration.addCompilationCustomizers(new DeclarativeSyntax());
    return run(world, configuration);
  }

  /** Compiles and runs it as any script, a Job DSL one say; what it called is inside the result. */
  Step runFreely() {
    return run(new World(), new CompilerConfiguration()).root();
  }

  /** Compiles and runs it as one that is scripted: whatever fails in it ends the build. */
  Build runScripted(World world) {
    return run(world, new CompilerConfiguration());
  }

  private Build run(World world, CompilerConfiguration configuration) {
    Build build = new Build(world);
    // Jenkins reads the library before it compiles the rest.
    if (text.startsWith(LIBRARY)) {
      build.global("perfline", script(Jenkinsfile.step(), new CompilerConfiguration(), build));
    }
    build.run(script(text.replace(LIBRARY, ""), configuration, build));
    return build;
  }

  private static String step() {
    try {
      return read(STEP).text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PipelineScript script(
      String text, CompilerConfiguration configuration, Build build) {
    configuration.setScriptBaseClass(PipelineScript.class.getName());
    GroovyShell shell =
        new GroovyShell(Jenkinsfile.class.getClassLoader(), new Binding(), configuration);
    PipelineScript script = (PipelineScript) shell.parse(text, "WorkflowScript.groovy");
    script.in(build);
    return script;
  }
}
