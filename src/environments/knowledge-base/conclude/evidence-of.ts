import type { Evidence } from "../../../environment/answer.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { Variable } from "../knowledge-base-state.ts";
import { classTest } from "../program/class-test.ts";
import type { Program } from "../program/program.ts";
import { nodesOf, operandsOf, withOperands } from "../program/program-parts.ts";
import { irisOf, programSentence } from "../program/program-sentence.ts";
import { programText } from "../program/program-text.ts";
import { programSparql } from "../sparql/program-sparql.ts";
import { TripleStoreError } from "../store/triple-store-error.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import type { Subject } from "../tools/subject.ts";

/** Longer programs are shortened: evidence is read by people. */
const LONGEST_PROGRAM = 8000;
/** A query that lists more terms than this is not written out. */
const MOST_TERMS_IN_QUERY = 1000;

/** The program behind a variable, as S-expression, as SPARQL and as a sentence. What `query_sparql` gave is told by the query that was run. */
export async function evidenceOf(
  subject: Subject,
  members: readonly JsonObject[],
  total: number,
  call: ToolCall,
): Promise<Evidence> {
  const { names, environment, store } = call.services;
  const program = withoutVariables(subject.program, call.state.variables);
  const nodes = nodesOf(program);
  const isClass = classTest(
    store.vocabulary,
    nodes.flatMap((node) => (node.op === "instances" ? [node.class] : [])),
  );
  const sparql = sparqlOf(subject, program, call);
  return {
    environment,
    kind: "knowledge-base",
    program: programText(program, names, { isClass, limit: LONGEST_PROGRAM }),
    ...(sparql === undefined ? {} : { sparql }),
    sentence: await sentenceOf(program, call),
    preview: { members: [...members], total },
  };
}

async function sentenceOf(program: Program, { graph, services }: ToolCall): Promise<string> {
  const iris = irisOf(program);
  const labels = await graph.labels(iris.map((value) => ({ kind: "iri", value })));
  const byIri = new Map(iris.map((each, at) => [each, labels[at]]));
  return programSentence(program, services.names, (each) => byIri.get(each));
}

/** Variables written out; sets of other environments stay references. */
function withoutVariables(program: Program, variables: readonly Variable[]): Program {
  const meant = program.op === "variable" ? variables[program.index]?.program : undefined;
  if (meant) return withoutVariables(meant, variables);
  return withOperands(
    program,
    operandsOf(program).map((operand) => withoutVariables(operand, variables)),
  );
}

function sparqlOf({ variable }: Subject, program: Program, { services }: ToolCall): string | undefined {
  const written = variable?.tool === "query_sparql" ? variable.arguments.query : undefined;
  if (typeof written === "string") return written;
  const nodes = nodesOf(program);
  const terms = nodes.reduce((sum, node) => sum + (node.op === "terms" ? node.terms.length : 0), 0);
  if (terms > MOST_TERMS_IN_QUERY || nodes.some(({ op }) => op === "imported")) return undefined;
  try {
    return programSparql(program, services.store.vocabulary);
  } catch (error) {
    // Blank nodes cannot be asked for by name.
    if (error instanceof TripleStoreError && error.facts.kind === "unsupported") return undefined;
    throw error;
  }
}
