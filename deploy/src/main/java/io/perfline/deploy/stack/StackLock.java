package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;

/** Lets one command at a time change the local stack. The system frees it when its holder dies. */
final class StackLock implements AutoCloseable {

  private final FileChannel file;
  private final FileLock lock;

  private StackLock(FileChannel file, FileLock lock) {
    this.file = file;
    this.lock = lock;
  }

  /** Waits for another command that changes the stack. */
  static StackLock take(StackDirectory stack, PrintWriter out) {
    try {
      PrivateFiles.directory(stack.path());
      FileChannel file =
          FileChannel.open(
              stack.path().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = file.tryLock();
      if (lock == null) {
        out.println("another ./perf stack command is at work: waiting for it");
        lock = file.lock();
      }
      return new StackLock(file, lock);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot lock the local stack in " + stack.path(), e);
    }
  }

  /** Fails if it isn't held. */
  void hold() {
    if (!lock.isValid()) {
      throw Fault.noVerdict("the lock of the local stack was lost");
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot unlock the local stack", e);
    }
  }
}
