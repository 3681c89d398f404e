package io.perfline.gate.why;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of functions that are equal in every process of a program. Profilers add how a function was
 * compiled; compilers, runtimes and libraries number the functions and classes that they generate,
 * in the order in which they do so.
 */
final class StableNames {

  private record Rule(Pattern pattern, String replacement) {
    static Rule of(String pattern, String replacement) {
      return new Rule(Pattern.compile(pattern), replacement);
    }
  }

  /** How the function was compiled in this process. */
  private static final List<Rule> TIERS =
      List.of(
          // async-profiler and stackcollapse-perf: JIT, inlined, kernel, interpreted, C1
          Rule.of("_\\[[jik01]\\]$", ""),
          // .NET, such as [OptimizedTier1OSR]
          Rule.of(
              "\\[(?:PreJIT|ReadyToRun|\\w*(?:Jitted|Tier\\d|Optimized|Instrumented)\\w*)\\]$", ""),
          // V8: Ignition (~), Sparkplug (^), Maglev (+), TurboFan (*)
          Rule.of("^(?:JS|LazyCompile|Function|Script|Eval):[*~^+]?", ""),
          Rule.of("(wasm-function\\[\\d+\\])-(?:\\d+-)?(?:liftoff|turbofan)$", "$1"),
          // GCC and LLVM: partial, specialised and cold copies
          Rule.of("(?:\\.(?:constprop|isra|part|cold|llvm|lto_priv|localalias)(?:\\.\\d+)*)+$", ""),
          Rule.of("(?: \\[clone [^\\]]*\\])+$", ""),
          Rule.of("::h[0-9a-f]{16}$", ""), // Rust: the hash of a build
          Rule.of(" tid=\\d+(?=\\])", "")); // async-profiler: a thread

  /** Numbers of generated functions and classes. */
  private static final List<Rule> NUMBERS =
      List.of(
          Rule.of("\\$\\$Lambda(?:\\$\\d+)?(?:[/.+](?:0x[0-9a-f]+|\\d+))?", "\\$\\$Lambda"),
          Rule.of("LambdaForm(?:\\$[A-Za-z]+\\d*)?(?:[/.+](?:0x[0-9a-f]+|\\d+))?", "LambdaForm"),
          Rule.of("[/.+]0x[0-9a-f]{6,}", ""), // any other hidden class
          Rule.of("\\$Proxy\\d+", "\\$Proxy"),
          Rule.of("(Generated\\w*Accessor)\\d+", "$1"),
          Rule.of("\\$\\$(\\w*CGLIB|\\w*Enhancer\\w*|FastClassBy\\w+)\\$\\$[0-9a-f]+", "\\$\\$$1"),
          Rule.of("\\$(Hibernate\\w*|ByteBuddy|MockitoMock|auxiliary)\\$\\w+", "\\$$1"),
          Rule.of("_\\$\\$_jvst\\w+", "_\\$\\$_jvst"), // Javassist
          // Java, Kotlin, Scala, Groovy, Clojure: bodies of lambdas and closures
          Rule.of("(lambda\\$[\\w$]*?)\\$\\d+(?![\\w$])", "$1"),
          Rule.of("(\\$lambda)[$-]\\d+", "$1"),
          Rule.of("(\\$anonfun\\$[\\w$]*?)\\$\\d+(?:\\$adapted)?(?![\\w$])", "$1"),
          Rule.of("(access\\$|_closure|\\bfn__|\\beval)\\d+", "$1"));

  private StableNames() {}

  /** Returns a function of any runtime without the level of its compiler and without numbers. */
  static String ofFunction(String name) {
    return generated(apply(TIERS, name));
  }

  /** Returns a class or a method of Java without the numbers of generated code. */
  static String generated(String name) {
    return apply(NUMBERS, name);
  }

  private static String apply(List<Rule> rules, String name) {
    String stable = name;
    for (Rule rule : rules) {
      stable = rule.pattern.matcher(stable).replaceAll(rule.replacement);
    }
    return stable;
  }
}
