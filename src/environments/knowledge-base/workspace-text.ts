import { schemaName } from "../../environment/egress/egress-scope.ts";
import { newestLines, shortLine, WORKSPACE_TEXT_CHARACTERS } from "../../environment/workspace.ts";
import { identifierOf } from "./access/term-name.ts";
import type { KnowledgeBaseState, LinkedName, Variable } from "./knowledge-base-state.ts";
import { callText } from "./tools/call-text.ts";
import { countPhrase } from "./tools/render-variable.ts";
import type { Names } from "./vocabulary/names.ts";

const MOST_VARIABLES = 20;
const MOST_CLASSES = 2;
const LONGEST_CLASSES = 60;
const LONGEST_CALL = 120;
/** Of names, listed subjects and searches, each the newest. */
const MOST_TOLD = 8;
const LONGEST_TOLD = 200;

/**
 * The newest variables, each with its size, its kind and the action that made it; which entities names stand for; what was listed, which
 * other tools wait for; what was searched for.
 */
export function workspaceText(state: KnowledgeBaseState, names: Names): string {
  const told = [
    toldLine("Names", namesOf(state.linked, names)),
    toldLine("Relations listed of", subjectsOf(state.relationsOf, names)),
    toldLine("Attributes listed of", subjectsOf(state.attributesOf, names)),
    toldLine("Searched for", state.searched),
  ].filter((line) => line !== "");
  const used = told.reduce((sum, line) => sum + line.length + 1, 0);
  const lines = newestLines(
    state.variables.map((variable, index) => variableLine(variable, index, names)),
    { most: WORKSPACE_TEXT_CHARACTERS - used, what: "variables", count: MOST_VARIABLES },
  );
  return [...lines, ...told].join("\n");
}

/** `#3: 14 entities (film, person), by intersection(variable1="#0", variable2="#2")`. */
function variableLine(
  { size, kind, classes, tool, arguments: given }: Variable,
  index: number,
  names: Names,
): string {
  const named = classes.slice(0, MOST_CLASSES).map((each) => schemaName(names.short(each.class)));
  const types = named.length === 0 ? "" : ` (${shortLine(named.join(", "), LONGEST_CLASSES)})`;
  return `#${index}: ${countPhrase({ size, kind })}${types}, by ${shortLine(callText(tool, given), LONGEST_CALL)}`;
}

/** Only those that say more than the identifier. */
function namesOf(linked: readonly LinkedName[], names: Names): readonly string[] {
  return linked
    .map(({ name, term }) => ({ name, id: identifierOf(term, names) }))
    .filter(({ name, id }) => name !== id)
    .map(({ name, id }) => `"${name}" is ${id}`);
}

/** Subjects as calls write them. */
function subjectsOf(keys: readonly string[], names: Names): readonly string[] {
  return keys.map((key) => {
    const iri = names.iri(key);
    return iri === undefined ? key : names.short(iri);
  });
}

function toldLine(what: string, texts: readonly string[]): string {
  if (texts.length === 0) return "";
  const more = texts.length > MOST_TOLD ? `, and ${texts.length - MOST_TOLD} before` : "";
  return `${what}: ${shortLine(texts.slice(-MOST_TOLD).join(", "), LONGEST_TOLD)}${more}`;
}
