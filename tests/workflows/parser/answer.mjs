// Reads workflows and questions from standard input and says what GitHub itself would make of them.
import { readFileSync } from "node:fs";
import { Evaluator, Lexer, Parser, data, wellKnownFunctions } from "@actions/expressions";
import { truthy } from "@actions/expressions/result";
import { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from "@actions/workflow-parser";

const { workflows, questions } = JSON.parse(readFileSync(0, "utf8"));
const problems = {};
const templates = {};

for (const [name, content] of Object.entries(workflows)) {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  templates[name] = value && (await convertWorkflowTemplate(context, value));
  problems[name] = context.errors.getErrors().map((error) => error.message);
}
console.log(JSON.stringify({ problems, answers: questions.map(answer) }));

function answer({ workflow, job, context }) {
  const { concurrency, jobs } = templates[workflow];
  if (job) return truthy(evaluate(jobs.find((each) => each.id.value === job).if.expression, context));
  const { value } = concurrency.map.find(({ key }) => key.value === "group");
  return value.expression ? evaluate(value.expression, context).coerceString() : value.value;
}

function evaluate(expression, context) {
  const { tokens } = new Lexer(expression).lex();
  const functions = outcomes(context);
  const tree = new Parser(tokens, Object.keys(context), [...Object.values(wellKnownFunctions), ...functions]).parse();
  const known = JSON.parse(JSON.stringify(context), data.reviver);
  return new Evaluator(tree, known, new Map(functions.map((each) => [each.name, each]))).evaluate();
}

// Which jobs before this one went well, only the runner knows: the package leaves these functions to its user.
function outcomes({ needs = {}, cancelled = false }) {
  const results = Object.values(needs).map(({ result }) => result);
  const is = {
    always: true,
    cancelled,
    failure: results.includes("failure"),
    success: !cancelled && results.every((result) => result === "success"),
  };
  const named = ([name, value]) => ({ name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) });
  return Object.entries(is).map(named);
}
