package io.perfline.core.command;

/** Work that is done when Java is ended, unless it is cancelled before. */
public final class ShutdownHook {

  private final Thread work;

  private ShutdownHook(Thread work) {
    this.work = work;
  }

  /**
   * @param name the name of its thread
   */
  public static ShutdownHook of(String name, Runnable work) {
    ShutdownHook hook = new ShutdownHook(new Thread(work, name));
    Runtime.getRuntime().addShutdownHook(hook.work);
    return hook;
  }

  /**
   * @return false if the work has begun, because Java ends
   */
  public boolean cancel() {
    try {
      return Runtime.getRuntime().removeShutdownHook(work);
    } catch (IllegalStateException exiting) {
      return false;
    }
  }
}
