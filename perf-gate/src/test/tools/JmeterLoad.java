import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy;
import org.apache.jmeter.reporters.ResultCollector;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.ListedHashTree;

/** The load for JMeter, without its files of settings: PORT PATHS RESULT.jtl|RESULT.xml. */
public final class JmeterLoad {

  public static void main(String[] args) throws Exception {
    Path home = Files.createTempDirectory("jmeter");
    Files.createDirectories(home.resolve("bin"));
    Path settings = home.resolve("bin/jmeter.properties");
    Files.writeString(
        settings,
        "sampleresult.timestamp.start=true\njmeter.save.saveservice.output_format="
            + (args[2].endsWith(".xml") ? "xml" : "csv")
            + "\n");
    try (var in = JmeterLoad.class.getResourceAsStream("/bin/saveservice.properties")) {
      Files.copy(in, home.resolve("bin/saveservice.properties"));
    }
    try (var in = JmeterLoad.class.getResourceAsStream("/bin/upgrade.properties")) {
      Files.copy(in, home.resolve("bin/upgrade.properties"));
    }
    JMeterUtils.setJMeterHome(home.toString());
    JMeterUtils.loadJMeterProperties(settings.toString());
    JMeterUtils.initLocale();

    LoopController loop = new LoopController();
    loop.setLoops(15);
    loop.setFirst(true);
    loop.initialize();
    ThreadGroup visitors = new ThreadGroup();
    visitors.setName("shop");
    visitors.setNumThreads(2);
    visitors.setRampUp(0);
    visitors.setSamplerController(loop);

    HashTree samplers = new ListedHashTree();
    for (String path : args[1].split(",")) {
      HTTPSamplerProxy one = new HTTPSamplerProxy("Java");
      one.setName(path);
      one.setDomain("127.0.0.1");
      one.setPort(Integer.parseInt(args[0]));
      one.setPath("/" + path);
      one.setMethod("GET");
      samplers.add(one);
    }
    ResultCollector results = new ResultCollector();
    results.setFilename(new File(args[2]).getAbsolutePath());
    HashTree plan = new ListedHashTree();
    HashTree inPlan = plan.add(new TestPlan("load"));
    inPlan.add(visitors).add(samplers);
    inPlan.add(results);
    StandardJMeterEngine engine = new StandardJMeterEngine();
    engine.configure(plan);
    engine.run();
  }
}
