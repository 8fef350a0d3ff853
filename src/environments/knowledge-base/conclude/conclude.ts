import type { AnswerTable, Claim, Evidence } from "../../../environment/answer.ts";
import { keepLines } from "../../../environment/artifact-content.ts";
import { type Marked, say, written } from "../../../environment/egress/marks.ts";
import type { ConcludeResult } from "../../../environment/environment.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { JsonObject } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { Variable } from "../knowledge-base-state.ts";
import { classTest, nodesOf, operandsOf, type Program, withOperands } from "../program/program.ts";
import { irisOf, programSentence } from "../program/program-sentence.ts";
import { programText } from "../program/program-text.ts";
import { programSparql } from "../sparql/program-pattern.ts";
import type { Term } from "../term/term.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { setPhrase } from "../tools/new-variable.ts";
import { resolveSubject, type Subject, variableSubject } from "../tools/subject.ts";
import { TripleStoreError } from "../triple-store/triple-store-error.ts";
import { whatItHangsOn } from "../variants/what-it-hangs-on.ts";
import { identifierOf, valueJson } from "../vocabulary/names.ts";

/** Longer programs are shortened, because people read the evidence. */
const LONGEST_PROGRAM = 8000;
/** Queries that list more terms than this are left out. */
const MOST_TERMS_IN_QUERY = 1000;

/** The program behind a variable, as S-expression, as SPARQL and as a sentence. The evidence for a result of `query_sparql` is its query. */
async function evidenceOf(
  subject: Subject,
  members: readonly JsonObject[],
  total: number,
  call: ToolCall,
): Promise<Evidence> {
  const { names, environment, store } = call.services;
  const program = withoutVariables(subject.program, call.state.variables);
  const textOf = (whole: Program) => {
    const classes = nodesOf(whole).flatMap((node) => (node.op === "instances" ? [node.class] : []));
    return programText(whole, names, {
      isClass: classTest(store.vocabulary, classes),
      limit: LONGEST_PROGRAM,
    });
  };
  const sparql = sparqlOf(subject, program, call);
  const changed = await whatItHangsOn(program, call, { final: true });
  const hangsOn = changed.map(({ kind, whole, query: other }) => ({
    kind,
    text: whole,
    query: textOf(other),
  }));
  return {
    environment,
    kind: "knowledge-base",
    program: textOf(program),
    ...(sparql === undefined ? {} : { sparql }),
    sentence: await sentenceOf(program, call),
    preview: { members: [...members], total },
    ...(hangsOn.length === 0 ? {} : { hangsOn }),
  };
}

/** The program as a sentence, with labels for its IRIs. */
export async function sentenceOf(
  program: Program,
  { graph, services }: Pick<ToolCall, "graph" | "services">,
): Promise<string> {
  const iris = irisOf(program);
  const labels = await graph.labels(iris.map((value) => ({ kind: "iri", value })));
  const byIri = new Map(iris.map((each, at) => [each, labels[at]]));
  return programSentence(program, services.names, (each) => byIri.get(each));
}

/** Expands variables; sets of other environments stay references. */
function withoutVariables(program: Program, variables: readonly Variable[]): Program {
  const meant = program.op === "variable" ? variables[program.index]?.program : undefined;
  if (meant) return withoutVariables(meant, variables);
  return withOperands(
    program,
    operandsOf(program).map((operand) => withoutVariables(operand, variables)),
  );
}

function sparqlOf({ variable }: Subject, program: Program, { services }: ToolCall): string | undefined {
  const query = variable?.tool === "query_sparql" ? variable.arguments.query : undefined;
  if (typeof query === "string") return query;
  const nodes = nodesOf(program);
  const terms = nodes.reduce((sum, node) => sum + (node.op === "terms" ? node.terms.length : 0), 0);
  if (terms > MOST_TERMS_IN_QUERY || nodes.some(({ op }) => op === "imported")) return undefined;
  try {
    return programSparql(program, services.store.vocabulary);
  } catch (error) {
    // A query cannot name blank nodes.
    if (error instanceof TripleStoreError && error.facts.kind === "unsupported") return undefined;
    throw error;
  }
}

const CLAIMED_SUBJECT_MOST_LISTED = 5;

/** The variable or entity that a claim names; the last variable if the claim is empty. @throws Refusal */
async function claimedSubject(claim: string | undefined, call: ToolCall): Promise<Subject> {
  const { variables } = call.state;
  const text = (claim ?? "").replace(/^\s*(?:final answer|answer)\s*:\s*/iu, "").trim();
  const last = variables.at(-1);
  if (text === "" && last) return variableSubject(variables.length - 1, last);
  const named = [...new Set([...text.matchAll(/#\s*(\d+)/gu)].map((match) => Number(match[1])))];
  const [index] = named;
  const variable = index === undefined ? undefined : variables[index];
  // A sentence that names a single variable is unambiguous.
  if (index !== undefined && variable && named.length === 1) return variableSubject(index, variable);
  if (named.length > 0 || text === "") throw await noAnswer(text, call);
  try {
    return await resolveSubject(text, "claim", call);
  } catch (error) {
    const isNothing = error instanceof Refusal && error.failure.code !== "ambiguous-entity";
    throw isNothing ? await noAnswer(text, call) : error;
  }
}

async function noAnswer(text: string, { state, graph }: ToolCall): Promise<Refusal> {
  const recent = [...state.variables.entries()].toReversed().slice(0, CLAIMED_SUBJECT_MOST_LISTED);
  const suggestions = await Promise.all(
    recent.map(async ([index, variable]) => ({
      text: say`#${index}`,
      reason: await setPhrase(variable, graph),
    })),
  );
  const there =
    recent.length === 0
      ? say`There is no variable yet; get_relations and get_neighbors, or instances, make one.`
      : say`Answer with a variable, such as #0, or with the name of an entity.`;
  const named = text === "" ? "" : say`"${written(text)}" names no variable and no entity. `;
  return new Refusal("no-answer", say`${named}${there}`, { text }, suggestions);
}

/** Most members of an answer; larger answers are refused. */
export const MOST_MEMBERS = 100_000;
const MOST_LISTED = 20;

/**
 * Turns a claim into an answer: `#3`, the name or identifier of an entity, or nothing for the last variable. Members have labels and
 * identifiers, bounded by `limits.rows`; if there are more, an artifact (JSON lines of the rows) holds all. An empty set is an answer, too.
 */
export async function conclude(claim: Claim, call: ToolCall): Promise<ConcludeResult<Marked>> {
  const subject = await claimedSubject(claim.text, call);
  const { graph, context } = call;
  const { terms, complete } = await graph.members(subject.program, MOST_MEMBERS);
  if (!complete) {
    throw new Refusal(
      "too-large",
      say`The answer has more than ${MOST_MEMBERS} members.`,
      { text: subject.argument },
      [{ text: say`narrow it`, reason: say`filter, intersection, or count` }],
    );
  }
  const preview = terms.slice(0, context.limits.rows);
  const members = await membersOf(preview, call);
  const rows = await tableOf(terms, members, call);
  const [only] = members;
  const [term] = terms;
  const value = terms.length === 1 && term?.kind === "literal" ? only?.value : undefined;
  return {
    answer: {
      text: answerText(members, terms.length),
      members,
      rows,
      ...(value === undefined ? {} : { value }),
    },
    evidence: await evidenceOf(subject, members.slice(0, 5), terms.length, call),
  };
}

async function membersOf(
  terms: readonly Term[],
  { graph, services }: ToolCall,
): Promise<readonly JsonObject[]> {
  const names = await graph.termNames(terms);
  return terms.map((term, at) =>
    term.kind === "literal"
      ? {
          value: valueJson(term, services.names),
          ...(term.datatype === undefined ? {} : { datatype: services.names.short(term.datatype) }),
          ...(term.language === undefined ? {} : { language: term.language }),
        }
      : { id: identifierOf(term, services.names), label: names[at] ?? "" },
  );
}

async function tableOf(
  terms: readonly Term[],
  members: readonly JsonObject[],
  call: ToolCall,
): Promise<AnswerTable> {
  const values = terms.every((term) => term.kind === "literal") && terms.length > 0;
  const columns = values ? ["value"] : ["label", "id"];
  const rowOf = (member: JsonObject) =>
    values ? [member.value ?? null] : [member.label ?? member.value ?? null, member.id ?? null];
  const table: AnswerTable = { columns, rows: members.map(rowOf), total: terms.length };
  if (terms.length <= members.length) return table;
  const all = await membersOf(terms, call);
  return { ...table, full: await keepLines(all.map(rowOf), call.context) };
}

function answerText(members: readonly JsonObject[], total: number): string {
  if (total === 0) return "nothing (an empty set)";
  const shown = members.slice(0, MOST_LISTED).map(({ label, value }) => visibleText(String(label ?? value)));
  const more = total - shown.length;
  return `${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
