import { unlessRefused } from "../access/graph-reader.ts";
import { identifierOf } from "../access/term-name.ts";
import type { KnowledgeBaseState } from "../knowledge-base-state.ts";
import { nodesOf } from "../program/program.ts";
import { relevanceTo } from "../relevance/question-relevance.ts";
import { iri, type Term, termText } from "../term/term.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { type Subject, variableSubject } from "../tools/subject.ts";
import type { GraphSchema } from "../triple-store/triple-store.ts";
import type { LinkedEntity } from "./linked-entities.ts";

/** A variable or entity on which something can be done. */
export interface ActionSubject extends Subject {
  /** Names by which a thought may mean it. */
  readonly called: readonly string[];
  /** The more recent a variable and the surer an entity, the higher. */
  readonly weight: number;
  /** Whether variables were made from the entity. */
  readonly isStart?: boolean;
}

export interface ActionSubjects {
  readonly variables: readonly ActionSubject[];
  readonly entities: readonly ActionSubject[];
}

/** Of several entities of one name, those are meant of whose labels the most is in the question. */
const UNNAMED = 0.2;
/** A number by itself is seldom the last part of an identifier (`nomination:2024`), and a relation's name seldom means the relation itself. */
const UNLIKELY = 0.5;

/** Variables of the workspace, and entities that it, the question and the thought name. */
export async function actionSubjects(
  linked: readonly LinkedEntity[],
  question: string,
  { state, graph, services }: ToolCall,
): Promise<ActionSubjects> {
  const { length } = state.variables;
  const variables = state.variables.map((variable, index): ActionSubject => {
    const subject = variableSubject(index, variable);
    return {
      ...subject,
      called: [subject.title],
      weight: index === length - 1 ? 1 : (0.6 * (index + 1)) / length,
    };
  });
  const entities = new Map<string, { readonly term: Term; readonly called: string[]; weight: number }>();
  const add = (term: Term, name: string | undefined, weight: number): void => {
    const key = termText(term);
    const known = entities.get(key) ?? { term, called: [], weight: 0 };
    if (name !== undefined) known.called.push(name);
    known.weight = Math.max(known.weight, weight);
    entities.set(key, known);
  };
  for (const { term, span, sure } of linked) add(term, span, sure);
  for (const { term, name } of state.linked) add(term, name, 0.8);
  const starts = startTerms(state);
  for (const term of starts) add(term, undefined, 0.3);
  const made = new Set(starts.map(termText));
  const relevance = relevanceTo(question);
  const all = [...entities.values()];
  const schema = await unlessRefused<Pick<GraphSchema, "predicates">>(graph.schema(), { predicates: [] });
  const predicates = new Set(schema.predicates.map(({ predicate }) => termText(iri(predicate))));
  const names = await graph.termNames(all.map(({ term }) => term));
  return {
    variables,
    entities: all
      .map(({ term, called, weight }, at): ActionSubject => {
        const argument = identifierOf(term, services.names);
        const title = names[at] ?? argument;
        return {
          key: termText(term),
          argument,
          title,
          program: { op: "terms", terms: [term] },
          term,
          called: [...new Set([title, argument, ...called])],
          weight:
            weight -
            UNNAMED * (1 - relevance.score(title)) -
            (isByNumber(title, called) || predicates.has(termText(term)) ? UNLIKELY : 0),
          isStart: made.has(termText(term)),
        };
      })
      .sort((a, b) => b.weight - a.weight),
  };
}

function isByNumber(title: string, called: readonly string[]): boolean {
  return called.length > 0 && called.every((name) => /^[\d.,-]+$/u.test(name) && name !== title);
}

/** Single entities that variables start from. */
function startTerms({ variables }: KnowledgeBaseState): readonly Term[] {
  return variables.flatMap(({ program }) =>
    nodesOf(program).flatMap((node) => (node.op === "terms" && node.terms.length === 1 ? node.terms : [])),
  );
}
