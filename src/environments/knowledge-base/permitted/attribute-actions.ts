import { type NamedPath, namePaths } from "../access/path-names.ts";
import type { AttributeFacts } from "../store/triple-store.ts";
import { comparableValue, compareValues } from "../term/comparable-value.ts";
import type { Term } from "../term/term.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { COMPARISONS } from "../tools/read-comparison.ts";
import { dateTerm, numberTerm } from "../tools/value-term.ts";
import type { CandidateAction } from "./candidate-action.ts";
import { type Comparing, comparingIn } from "./comparing.ts";
import { cuesIn } from "./cues.ts";
import { actionOf, shownPath, shownSubject } from "./exploring-actions.ts";
import { filterSlot } from "./filter-slot.ts";
import type { ActionSubject, ActionSubjects } from "./subjects.ts";

/** Attributes not listed yet, and for listed ones the extremes, the values, and comparisons with what the question names. */
export async function attributeActions(
  subjects: ActionSubjects,
  asked: string,
  call: ToolCall,
): Promise<readonly CandidateAction[]> {
  const { state, services } = call;
  const all = [...subjects.variables, ...subjects.entities].filter(
    ({ variable }) => variable === undefined || (variable.kind === "entities" && variable.size > 0),
  );
  const listing = all
    .filter(({ key }) => !state.attributesOf.includes(key))
    .map(
      (subject): CandidateAction => ({
        permitted: actionOf(services.environment, "get_attributes", { variable: subject.argument }, [
          shownSubject(subject, subjects),
        ]),
        family: "attributes",
        subjects: [subject.called],
        names: [],
        base:
          0.5 * subject.weight + (subject.variable === undefined ? -1 : 0) + (wantsAttributes(asked) ? 1 : 0),
      }),
    );
  const comparing = comparingIn(asked);
  const using = await Promise.all(
    all
      .filter(({ key }) => state.attributesOf.includes(key))
      .map((subject) => withAttributes(subject, subjects, comparing, call)),
  );
  return [...listing, ...using.flat()];
}

function wantsAttributes(asked: string): boolean {
  const cues = cuesIn(asked);
  return ["argmax", "argmin", "filter", "values"].some((tool) => cues.tool(tool) > 0);
}

async function withAttributes(
  subject: ActionSubject,
  subjects: ActionSubjects,
  asked: Comparing,
  { state, services, graph }: ToolCall,
): Promise<readonly CandidateAction[]> {
  const facts = await graph.attributes(subject.program);
  const paths = await namePaths(facts, graph, services.names);
  const justListed = state.attributesOf.at(-1) === subject.key ? 1 : 0;
  const shown = shownSubject(subject, subjects);
  const rest = (path: NamedPath<AttributeFacts>) => ({
    subjects: [subject.called],
    names: [path.text, path.label, path.local].filter((name) => name !== ""),
    base: 0.5 * subject.weight + justListed,
  });
  const done = (tool: string, attribute: string): boolean =>
    state.variables.some(
      ({ tool: made, arguments: given }) =>
        made === tool && given.variable === subject.argument && given.attribute === attribute,
    );
  const unique = paths.filter((path, at) => paths.findIndex(({ text }) => text === path.text) === at);
  return unique.flatMap((path): CandidateAction[] => {
    const given = { variable: subject.argument, attribute: path.text };
    const single = (["argmax", "argmin", "values"] as const).flatMap((tool): CandidateAction[] =>
      done(tool, path.text) || (tool !== "values" && subject.variable === undefined)
        ? []
        : [
            {
              permitted: actionOf(services.environment, tool, given, [shown, shownPath(path)]),
              family: tool === "values" ? "values" : "superlatives",
              ...rest(path),
            },
          ],
    );
    return [
      ...single,
      ...comparisons(path, { subject, shown, asked, environment: services.environment }, rest(path)),
    ];
  });
}

interface ComparisonsOn {
  readonly subject: ActionSubject;
  readonly shown: string;
  readonly asked: Comparing;
  readonly environment: string;
}

/** With each number or date that is named, and with a value still to be written. */
function comparisons(
  path: NamedPath<AttributeFacts>,
  { subject, shown, asked, environment }: ComparisonsOn,
  rest: Omit<CandidateAction, "permitted" | "family">,
): readonly CandidateAction[] {
  if (subject.variable === undefined) return [];
  const typed = path.facts.kind === "number" ? numberTerm : dateTerm;
  const named = asked.values.flatMap((value) => {
    const term = typed(value.text);
    return term === undefined ? [] : [{ ...value, within: isWithin(term, path.facts) }];
  });
  return COMPARISONS.filter((comparison) => comparison !== "contains").flatMap(
    (comparison): CandidateAction[] => {
      const base = rest.base + (asked.likely(comparison) ? 0.5 : -0.5);
      const given = { variable: subject.argument, attribute: path.text, comparison };
      const permitted = filterSlot({
        environment,
        given,
        shown: { variable: shown, attribute: shownPath(path) },
        constraint: { description: `a ${path.facts.kind}` },
      });
      return [
        ...named.map(({ text: value, within, comparisons: said }): CandidateAction => {
          const fits = within && (said.length === 0 || said.includes(comparison));
          const call = [shown, shownPath(path), comparison, value];
          return {
            ...rest,
            permitted: actionOf(environment, "filter", { ...given, value }, call),
            family: "filters",
            base: base + (fits ? 0.3 : -0.5),
          };
        }),
        { ...rest, permitted, family: "filters", base },
      ];
    },
  );
}

/** Comparing with a value beyond all there are tells nothing apart. */
function isWithin(term: Term, { least, greatest }: AttributeFacts): boolean {
  const [value, from, to] = [term, least, greatest].map(comparableValue);
  if (value === undefined || from === undefined || to === undefined) return true;
  return (compareValues(value, from) ?? 0) >= 0 && (compareValues(value, to) ?? 0) <= 0;
}
