package io.perfline.sims.driver;

/**
 * Base class of listeners that decorate another listener. It forwards every event, so that a
 * subclass needs to override only the events in which it is interested; such a method calls {@code
 * super} to forward its event.
 */
public abstract class ForwardingRequestListener implements RequestListener {

  private final RequestListener listener;

  /**
   * @param listener the listener that receives every event
   */
  protected ForwardingRequestListener(RequestListener listener) {
    this.listener = listener;
  }

  @Override
  public void succeeded(long request, int messages, long bytes) {
    listener.succeeded(request, messages, bytes);
  }

  @Override
  public void acknowledged(long idHigh, long idLow) {
    listener.acknowledged(idHigh, idLow);
  }

  @Override
  public void failed(long request, String kind) {
    listener.failed(request, kind);
  }

  @Override
  public void partEnded(long request, int part, long nanos, String failure) {
    listener.partEnded(request, part, nanos, failure);
  }

  @Override
  public void thinks(long request, long nanos) {
    listener.thinks(request, nanos);
  }
}
