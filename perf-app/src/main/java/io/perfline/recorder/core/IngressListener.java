package io.perfline.recorder.core;

/** Hears of every answer of one ingress, for the metrics. Must neither block nor throw. */
public interface IngressListener {

  /** A message of so many bytes of data was stored after that time. */
  void stored(long bytes, long nanos);

  /** A message was refused. */
  void refused(Refusal refusal);
}
