package io.perfline.sims.driver;

/**
 * Base class of listeners that decorate another one. It forwards every event, so a subclass that
 * overrides one method loses none of the others; an override calls {@code super} to forward its
 * own.
 */
public abstract class ForwardingRequestListener implements RequestListener {

  private final RequestListener listener;

  /**
   * @param listener receives every event
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
