package io.perfline.recorder.message;

import com.esotericsoftware.kryo.Serializer;

/** A serializer of values that never change and are never null. */
abstract class FinalSerializer<T> extends Serializer<T> {

  FinalSerializer() {
    super(false, true);
  }
}
