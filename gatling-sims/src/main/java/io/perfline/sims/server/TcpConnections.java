package io.perfline.sims.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the servers to which processes on this machine are connected by TCP. It reads {@code /proc}
 * of Linux; on other systems nothing is found.
 */
public final class TcpConnections {

  private static final String LISTENING = "0A";
  private static final String ESTABLISHED = "01";
  private static final int FIELDS = 10;

  private TcpConnections() {}

  /** The address of a server, in which an IPv4 address is never written as one of IPv6. */
  public record Address(String host, int port) implements Comparable<Address> {

    /** Parses a text such as {@code 127.0.0.1:5432}; empty if it has no port. */
    public static Optional<Address> parse(String text) {
      int colon = text.lastIndexOf(':');
      return text.substring(colon + 1).matches("\\d{1,5}")
          ? Optional.of(
              new Address(
                  text.substring(0, colon).replaceAll("[\\[\\]]", ""),
                  Integer.parseInt(text.substring(colon + 1))))
          : Optional.empty();
    }

    @Override
    public int compareTo(Address other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /**
   * A socket, as {@code /proc/PID/net/tcp} shows it.
   *
   * @param user the id of the user whose process opened it
   */
  private record Socket(
      String localHost, int localPort, String host, int port, String state, int user, long inode) {

    static Stream<Socket> all(long process) {
      return Stream.of("tcp", "tcp6")
          .map(file -> Path.of("/proc", Long.toString(process), "net", file))
          .flatMap(file -> lines(file).stream().skip(1))
          .map(line -> line.strip().split("\\s+"))
          .filter(fields -> fields.length >= FIELDS)
          .map(Socket::of);
    }

    private static Socket of(String[] fields) {
      String[] local = fields[1].split(":");
      String[] remote = fields[2].split(":");
      return new Socket(
          address(local[0]),
          Integer.parseInt(local[1], 16),
          address(remote[0]),
          Integer.parseInt(remote[1], 16),
          fields[3],
          Integer.parseInt(fields[7]),
          Long.parseLong(fields[9]));
    }

    /** Returns an address of hexadecimal words, each of which has the byte order of the machine. */
    private static String address(String hex) {
      ByteBuffer network = ByteBuffer.allocate(hex.length() / 2);
      ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
      while (words.hasRemaining()) {
        int word = words.getInt();
        network.putInt(
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(word) : word);
      }
      try {
        return InetAddress.getByAddress(network.array()).getHostAddress();
      } catch (UnknownHostException e) {
        throw new IllegalStateException("an address has 4 or 16 bytes", e);
      }
    }

    Address remote() {
      return new Address(host, port);
    }
  }

  /**
   * Returns the servers to which processes and their descendants are connected, without connections
   * that others opened to them.
   */
  public static Set<Address> servers(Collection<ProcessHandle> processes) {
    List<Long> family =
        processes.stream()
            .flatMap(one -> Stream.concat(Stream.of(one), one.descendants()))
            .map(ProcessHandle::pid)
            .distinct()
            .toList();
    Set<Long> own = new HashSet<>();
    family.forEach(process -> own.addAll(inodes(process)));
    if (own.isEmpty()) {
      return Set.of();
    }
    List<Socket> sockets =
        Socket.all(family.get(0)).filter(socket -> own.contains(socket.inode())).toList();
    Set<Integer> listening =
        sockets.stream()
            .filter(socket -> socket.state().equals(LISTENING))
            .map(Socket::localPort)
            .collect(Collectors.toSet());
    return sockets.stream()
        .filter(socket -> socket.state().equals(ESTABLISHED))
        .filter(socket -> !listening.contains(socket.localPort()))
        .filter(socket -> !(isLoopback(socket.host()) && listening.contains(socket.port())))
        .map(Socket::remote)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns the processes on this machine that serve an address: the one that listens there or, if
   * it belongs to another user, those of this user that no other process of the same user started.
   * Empty if they are unknown, as those of another machine or of a container.
   */
  public static Set<ProcessHandle> serving(Address address) {
    if (!isLoopback(address.host()) && !isOfThisMachine(address.host())) {
      return Set.of();
    }
    List<Socket> listening =
        Socket.all(ProcessHandle.current().pid())
            .filter(socket -> socket.state().equals(LISTENING))
            .filter(socket -> socket.localPort() == address.port())
            .toList();
    Set<Long> inodes = listening.stream().map(Socket::inode).collect(Collectors.toSet());
    Set<ProcessHandle> found = new LinkedHashSet<>();
    ProcessHandle.allProcesses()
        .filter(process -> inodes(process.pid()).stream().anyMatch(inodes::contains))
        .forEach(found::add);
    found.removeIf(process -> process.parent().filter(found::contains).isPresent());
    if (found.isEmpty()) {
      Set<Integer> users = listening.stream().map(Socket::user).collect(Collectors.toSet());
      users.remove(0);
      ProcessHandle.allProcesses()
          .filter(process -> users.contains(user(process.pid())))
          .forEach(found::add);
      found.removeIf(process -> process.parent().filter(found::contains).isPresent());
    }
    return found;
  }

  /** Returns the name of a process, such as {@code postgres}; empty if it has ended. */
  public static String name(ProcessHandle process) {
    return lines(Path.of("/proc", Long.toString(process.pid()), "comm")).stream()
        .findFirst()
        .orElse("");
  }

  private static boolean isLoopback(String host) {
    return host.startsWith("127.") || host.equals("0:0:0:0:0:0:0:1");
  }

  private static boolean isOfThisMachine(String host) {
    try {
      return NetworkInterface.getByInetAddress(InetAddress.getByName(host)) != null;
    } catch (IOException unknown) {
      return false;
    }
  }

  /** Returns the inodes of the sockets of a process; none if it may not be read. */
  private static Set<Long> inodes(long process) {
    Set<Long> inodes = new HashSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(process), "fd"))) {
      for (Path file : files.toList()) {
        String target = target(file);
        if (target.startsWith("socket:[")) {
          inodes.add(Long.parseLong(target.substring(8, target.length() - 1)));
        }
      }
    } catch (IOException | UncheckedIOException unreadable) {
      return inodes;
    }
    return inodes;
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closed) {
      return "";
    }
  }

  /** Returns the id of the user of a process; -1 if it has ended. */
  private static int user(long process) {
    return lines(Path.of("/proc", Long.toString(process), "status")).stream()
        .filter(line -> line.startsWith("Uid:"))
        .map(line -> Integer.parseInt(line.split("\\s+")[1]))
        .findFirst()
        .orElse(-1);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException none) {
      return List.of();
    }
  }
}
