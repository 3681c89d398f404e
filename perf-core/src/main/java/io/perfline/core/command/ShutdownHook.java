package io.perfline.core.command;

/** Work to be done when the JVM shuts down, unless it is cancelled before. */
public final class ShutdownHook {

  private final Thread work;

  private ShutdownHook(Thread work) {
    this.work = work;
  }

  /**
   * Adds a hook. If the JVM is shutting down already, the work is done at once.
   *
   * @param name the name of the hook's thread
   */
  public static ShutdownHook of(String name, Runnable work) {
    ShutdownHook hook = new ShutdownHook(new Thread(work, name));
    try {
      Runtime.getRuntime().addShutdownHook(hook.work);
    } catch (IllegalStateException exiting) {
      work.run();
    }
    return hook;
  }

  /**
   * Cancels the work.
   *
   * @return false if the JVM is already shutting down, so that the work has begun
   */
  public boolean cancel() {
    try {
      return Runtime.getRuntime().removeShutdownHook(work);
    } catch (IllegalStateException exiting) {
      return false;
    }
  }
}
