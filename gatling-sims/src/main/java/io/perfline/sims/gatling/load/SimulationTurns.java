package io.perfline.sims.gatling.load;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Runs a user's own simulation repeatedly in one JVM, as {@link SimulationTurn}s request it.
 * Gatling's classes stay loaded, and so does their compiled code. The simulation's classes are
 * loaded anew for each turn, and the system properties are only those of the turn, because a static
 * field or a property may contain the address of the previous turn.
 */
public final class SimulationTurns {

  /** The text that precedes the exit code of a turn in the output. */
  public static final String ENDED = "turn ended with code ";

  private static final int FAILED = 1;
  private static final String GATLING = "io.gatling.app.Gatling$";
  private static final String CONFIGURATION = "com.typesafe.config.ConfigFactory";

  private final GatlingLoader loader;
  private final String simulation;
  private final Properties initial = copy(System.getProperties());

  private SimulationTurns(GatlingLoader loader, String simulation) {
    this.loader = loader;
    this.simulation = simulation;
  }

  /**
   * Runs one turn for each line of the input.
   *
   * @param arguments the simulation's class, the number of entries of the class path that are
   *     perfline's rather than the simulation's, and a file for all other output
   */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    PrintStream answers = System.out;
    System.setOut(
        new PrintStream(new FileOutputStream(arguments[2], true), true, StandardCharsets.UTF_8));
    List<URL> classPath = classPath();
    int own = Integer.parseInt(arguments[1]);
    SimulationTurns turns =
        new SimulationTurns(
            new GatlingLoader(classPath.subList(0, own), classPath.subList(own, classPath.size())),
            arguments[0]);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      answers.println(ENDED + turns.run(Handover.parse(line, SimulationTurn.class)));
    }
    Runtime.getRuntime().halt(0); // threads of the simulation may still run
  }

  private Object run(SimulationTurn turn) throws IOException, ReflectiveOperationException {
    Properties properties = copy(initial);
    properties.putAll(turn.properties());
    properties.setProperty(
        Handover.PROPERTY, Path.of(turn.folder()).resolve(Handover.LOAD).toString());
    System.setProperties(properties);
    loader.renewSimulation();
    loader.loadClass(CONFIGURATION).getMethod("invalidateCaches").invoke(null);
    Class<?> gatling = loader.loadClass(GATLING);
    String[] arguments = {
      "--simulation", simulation, "--results-folder", turn.folder(), "--no-reports"
    };
    try (Pulse pulse = Pulse.start(() -> 0, () -> 0)) {
      return gatling
          .getMethod("fromArgs", String[].class)
          .invoke(gatling.getField("MODULE$").get(null), (Object) arguments);
    } catch (InvocationTargetException e) {
      e.getCause().printStackTrace();
      return FAILED;
    }
  }

  private static Properties copy(Properties properties) {
    return (Properties) properties.clone();
  }

  private static List<URL> classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls;
  }

  /** The class loader of Gatling, which Gatling also asks for the simulation's classes. */
  private static final class GatlingLoader extends URLClassLoader {

    static {
      ClassLoader.registerAsParallelCapable();
    }

    private final URL[] simulation;
    private URLClassLoader current;

    GatlingLoader(List<URL> gatling, List<URL> simulation) {
      super(gatling.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
      this.simulation = simulation.toArray(URL[]::new);
    }

    void renewSimulation() throws IOException {
      if (current != null) {
        current.close();
      }
      current = new URLClassLoader(simulation, this);
      Thread.currentThread().setContextClassLoader(current);
    }

    /**
     * Finds the simulation's classes as well. Their loader calls the method with two parameters
     * instead, so there is no recursion.
     */
    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
      try {
        return super.loadClass(name);
      } catch (ClassNotFoundException e) {
        return current.loadClass(name);
      }
    }

    @Override
    public URL findResource(String name) {
      URL found = super.findResource(name);
      return found == null ? current.findResource(name) : found;
    }
  }
}
