package io.perfline.acceptance.jenkins;

import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.codehaus.groovy.control.CompilerConfiguration;

/** A Jenkinsfile, compiled with the Groovy that Jenkins has inside. */
record Jenkinsfile(String name, String text) {

  /** Root of the checkout. */
  static final Path ROOT = Path.of(System.getProperty("basedir", "")).resolve("../..").normalize();

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

  private Build run(World world, CompilerConfiguration configuration) {
    configuration.setScriptBaseClass(PipelineScript.class.getName());
    GroovyShell shell =
        new GroovyShell(Jenkinsfile.class.getClassLoader(), new Binding(), configuration);
    PipelineScript script = (PipelineScript) shell.parse(text, "WorkflowScript.groovy");
    Build build = new Build(world);
    script.in(build);
    script.run();
    return build;
  }
}
