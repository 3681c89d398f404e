package io.perfline.acceptance.jenkins;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.TupleExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.ast.stmt.Statement;
import org.codehaus.groovy.classgen.GeneratorContext;
import org.codehaus.groovy.control.CompilePhase;
import org.codehaus.groovy.control.SourceUnit;
import org.codehaus.groovy.control.customizers.CompilationCustomizer;
import org.codehaus.groovy.syntax.SyntaxException;

/**
 * Checks the declarative syntax: which keyword may be in which section, each directive once, and
 * only calls outside {@code script}. Jenkins refuses anything else before a build starts.
 */
final class DeclarativeSyntax extends CompilationCustomizer {

  private static final Set<String> PIPELINE =
      Set.of(
          "agent",
          "options",
          "parameters",
          "triggers",
          "environment",
          "tools",
          "libraries",
          "stages",
          "post");
  private static final Set<String> STAGE =
      Set.of(
          "agent",
          "options",
          "environment",
          "tools",
          "input",
          "when",
          "stages",
          "parallel",
          "matrix",
          "failFast",
          "steps",
          "post");
  private static final Set<String> POST =
      Set.of(
          "always",
          "changed",
          "fixed",
          "regression",
          "aborted",
          "failure",
          "success",
          "unstable",
          "unsuccessful",
          "cleanup");
  private static final Map<String, Set<String>> SECTIONS =
      Map.of(
          "pipeline", PIPELINE,
          "stages", Set.of("stage"),
          "stage", STAGE,
          "post", POST,
          "parameters",
              Set.of("string", "text", "choice", "booleanParam", "password", "file", "credentials"),
          "triggers", Set.of("cron", "pollSCM", "upstream"),
          "when",
              Set.of(
                  "expression",
                  "branch",
                  "environment",
                  "equals",
                  "not",
                  "allOf",
                  "anyOf",
                  "triggeredBy",
                  "beforeAgent"));

  /** Sections in which any Groovy is allowed. */
  private static final Set<String> FREE = Set.of("script", "expression");

  DeclarativeSyntax() {
    super(CompilePhase.CONVERSION);
  }

  @Override
  public void call(SourceUnit source, GeneratorContext context, ClassNode node) {
    for (Statement statement : source.getAST().getStatementBlock().getStatements()) {
      if (statement instanceof ExpressionStatement line
          && line.getExpression() instanceof MethodCallExpression call
          && call.getMethodAsString().equals("pipeline")) {
        inside("pipeline", call, source); // any Groovy is allowed around it
      }
    }
  }

  private void section(String name, BlockStatement block, SourceUnit source) {
    List<Statement> statements = block.getStatements();
    if (statements.isEmpty()) {
      fault("'" + name + "' is empty", block, source);
    }
    Set<String> seen = new java.util.HashSet<>();
    for (Statement statement : statements) {
      Expression expression =
          statement instanceof ExpressionStatement line ? line.getExpression() : null;
      if (name.equals("environment")) {
        if (!(expression instanceof BinaryExpression)) {
          fault("in 'environment' stands NAME = value alone", statement, source);
        }
      } else if (expression instanceof MethodCallExpression call
          && call.getObjectExpression() instanceof VariableExpression receiver
          && receiver.isThisExpression()) {
        String word = call.getMethodAsString();
        if (SECTIONS.containsKey(name) && !SECTIONS.get(name).contains(word)) {
          fault("'" + word + "' has no place in '" + name + "'", statement, source);
        }
        boolean once = Set.of("pipeline", "stage", "post").contains(name);
        if (!seen.add(word) && once) {
          fault("'" + word + "' stands twice in '" + name + "'", statement, source);
        }
        inside(word, call, source);
      } else {
        fault("'" + statement.getText() + "' is not a step: logic needs script", statement, source);
      }
    }
  }

  private void inside(String word, MethodCallExpression call, SourceUnit source) {
    if (FREE.contains(word) || !(call.getArguments() instanceof TupleExpression arguments)) {
      return;
    }
    if (arguments instanceof ArgumentListExpression list
        && !list.getExpressions().isEmpty()
        && list.getExpression(list.getExpressions().size() - 1) instanceof ClosureExpression body) {
      section(word, (BlockStatement) body.getCode(), source);
    }
  }

  private static void fault(String message, ASTNode node, SourceUnit source) {
    source
        .getErrorCollector()
        .addErrorAndContinue(
            new org.codehaus.groovy.control.messages.SyntaxErrorMessage(
                new SyntaxException(message, node.getLineNumber(), node.getColumnNumber()),
                source));
  }
}
