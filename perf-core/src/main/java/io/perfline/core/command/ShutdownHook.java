package io.perfline.core.command;

/** Work for when Java is told to end, unless it is over by then. */
public final class ShutdownHook {

  private final Thread work;

  private ShutdownHook(Thread work) {
    this.work = work;
  }

  /**
   * @param name of its thread
   */
  public static ShutdownHook of(String name, Runnable work) {
    ShutdownHook hook = new ShutdownHook(new Thread(work, name));
    Runtime.getRuntime().addShutdownHook(hook.work);
    return hook;
  }

  /**
   * @return false when it is at work: Java ends
   */
  public boolean cancel() {
    try {
      return Runtime.getRuntime().removeShutdownHook(work);
    } catch (IllegalStateException exiting) {
      return false;
    }
  }
}
