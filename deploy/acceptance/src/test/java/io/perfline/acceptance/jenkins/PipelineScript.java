package io.perfline.acceptance.jenkins;

import groovy.lang.MissingPropertyException;
import groovy.lang.Script;

/** Superclass of a compiled Jenkinsfile: sends every call that Groovy doesn't know to the build. */
public abstract class PipelineScript extends Script {

  private Build build;

  void in(Build build) {
    this.build = build;
  }

  /** Calls the method {@code call} of a shared library's step. */
  Object step(Object[] arguments) {
    return getMetaClass().invokeMethod(this, "call", arguments);
  }

  @Override
  public Object invokeMethod(String name, Object args) {
    return build.call(name, (Object[]) args);
  }

  @Override
  public Object getProperty(String property) {
    return build
        .variable(property)
        .orElseThrow(() -> new MissingPropertyException(property, getClass()));
  }

  @Override
  public void setProperty(String property, Object value) {
    build.assign(property, value);
  }
}
