import { z } from "zod";
import { schemaName, told } from "../../../environment/egress/egress-scope.ts";
import type { JsonObject } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { GraphReader } from "../access/graph-reader.ts";
import { identifierOf } from "../access/term-name.ts";
import type { SetSummary, TermsKind } from "../store/triple-store.ts";
import type { Names } from "../vocabulary/names.ts";

/** Shape of what every tool that makes a variable says of it; members are counted by the short names of their classes. */
export const VARIABLE_OUTPUT = z.object({
  variable: z.string(),
  size: z.int(),
  kind: z.string(),
  classes: z.record(z.string(), z.int()),
  sample: z.array(z.object({ id: z.string(), name: z.string() })),
});

const NOUNS: Readonly<Record<TermsKind, readonly [one: string, several: string]>> = {
  entities: ["entity", "entities"],
  numbers: ["number", "numbers"],
  dates: ["date", "dates"],
  texts: ["text", "texts"],
  mixed: ["member", "members"],
  none: ["member", "members"],
};

const MOST_CLASSES = 3;
const LONGEST_NAME = 60;

/** `14 entities`. */
export function countPhrase({ size, kind }: Pick<SetSummary, "size" | "kind">): string {
  return `${size} ${NOUNS[kind][size === 1 ? 0 : 1]}`;
}

/** `14 entities (Film 12, Documentary 2)`: size and types of a set. */
export async function setPhrase(
  { size, kind, classes }: Pick<SetSummary, "size" | "kind" | "classes">,
  graph: Pick<GraphReader, "iriNames">,
): Promise<string> {
  const head = countPhrase({ size, kind });
  const shown = classes.slice(0, MOST_CLASSES);
  if (shown.length === 0) return head;
  const names = await graph.iriNames(shown.map((each) => each.class));
  const more = classes.length > shown.length ? ", …" : "";
  return `${head} (${shown.map((each, at) => `${names[at]}${each.count < size ? ` ${each.count}` : ""}`).join(", ")}${more})`;
}

export interface RenderedVariable {
  /** `#2: 14 entities (Film), e.g. A, B, C`. */
  readonly line: string;
  readonly data: JsonObject;
}

/** What a model reads of a variable: type, size, a few members. */
export async function renderVariable(
  index: number,
  summary: SetSummary,
  graph: GraphReader,
  names: Names,
): Promise<RenderedVariable> {
  const members = await graph.termNames(summary.sample);
  const some = members.length === 0 ? "" : members.map((name) => told(shortened(name))).join(", ");
  const joint = summary.size > members.length ? ", e.g. " : ": ";
  return {
    line: `#${index}: ${await setPhrase(summary, graph)}${some === "" ? "" : joint + some}`,
    data: {
      variable: `#${index}`,
      size: summary.size,
      kind: summary.kind,
      classes: Object.fromEntries(
        summary.classes.map((each) => [schemaName(names.short(each.class)), each.count]),
      ),
      sample: summary.sample.map((term, at) => ({
        id: told(identifierOf(term, names)),
        name: told(members[at] ?? ""),
      })),
    },
  };
}

export function shortened(text: string): string {
  const line = visibleText(text).replace(/\s+/gu, " ").trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line;
}
