import { written } from "../../../environment/egress/marks.ts";
import type { KnowledgeBaseState } from "../knowledge-base-state.ts";
import { nodesOf } from "../program/program.ts";
import { relevanceTo } from "../relevance/question-relevance.ts";
import { type Term, termText } from "../term/term.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { type Subject, variableSubject } from "../tools/subject.ts";
import { identifierOf } from "../vocabulary/names.ts";
import type { LinkedEntity } from "./linked-entities.ts";

/** A variable or entity as the subject of actions. */
export interface ActionSubject extends Subject {
  /** Names by which a thought may refer to it. */
  readonly called: readonly string[];
  /** Higher for more recent variables and more certain entities. */
  readonly weight: number;
  /** Whether variables were made from the entity. */
  readonly isStart?: boolean;
}

export interface ActionSubjects {
  readonly variables: readonly ActionSubject[];
  readonly entities: readonly ActionSubject[];
}

/** Deducted from the weight as far as an entity's label is not in the question, which decides among entities of one name. */
const UNNAMED = 0.2;
/** Variables of the workspace, and entities named in workspace, question and thought. */
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
  const names = await graph.termNames(all.map(({ term }) => term));
  return {
    variables,
    entities: all
      .map(({ term, called, weight }, at): ActionSubject => {
        const argument = identifierOf(term, services.names);
        const name = names[at] ?? argument;
        return {
          key: termText(term),
          argument,
          title: written(name),
          program: { op: "terms", terms: [term] },
          term,
          called: [...new Set([name, argument, ...called])],
          weight: weight - UNNAMED * (1 - relevance.score(name)),
          isStart: made.has(termText(term)),
        };
      })
      .sort((a, b) => b.weight - a.weight),
  };
}

/** Single entities from which variables start. */
function startTerms({ variables }: KnowledgeBaseState): readonly Term[] {
  return variables.flatMap(({ program }) =>
    nodesOf(program).flatMap((node) => (node.op === "terms" && node.terms.length === 1 ? node.terms : [])),
  );
}
