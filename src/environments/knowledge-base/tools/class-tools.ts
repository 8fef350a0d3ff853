import { z } from "zod";
import { joined, type Marked, say, schemaName, written } from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import { type KnownClass, knownClasses } from "../access/known-classes.ts";
import { labelBeyond, localName } from "../access/path-names.ts";
import { isNode } from "../term/term.ts";
import type { Names } from "../vocabulary/names.ts";
import {
  defineTool,
  type KnowledgeBaseTool,
  observe,
  type ToolCall,
  type ToolOutcome,
} from "./knowledge-base-tool.ts";
import { newVariable, VARIABLE_OUTPUT } from "./new-variable.ts";

const MOST_CLASSES = 10;
const MOST_SUGGESTIONS = 4;

const findClasses = defineTool({
  name: "find_classes",
  description: "Classes with this name or one near it, with their number of instances.",
  group: "navigational",
  input: z.strictObject({ text: z.string() }),
  output: z.object({
    classes: z.array(z.object({ class: z.string(), label: z.string(), instances: z.int().optional() })),
  }),
  async run({ text }, call): Promise<ToolOutcome> {
    const { same, near } = await lookUp(text, call);
    const found = [...same, ...near].slice(0, MOST_CLASSES);
    const head =
      found.length === 0
        ? say`No class is named "${written(text)}" or nearly so.`
        : same.length === 0
          ? say`No class is named "${written(text)}"; the nearest:`
          : undefined;
    return {
      observation: observe([head, ...found.map(classLine)], {
        classes: found.map(({ text: short, label, instances }) => ({
          class: short,
          label,
          ...(instances === undefined ? {} : { instances }),
        })),
      }),
    };
  },
});

const instances = defineTool({
  name: "instances",
  description: "All instances of a class.",
  group: "navigational",
  workspace: "writes",
  input: z.strictObject({ class: z.string() }),
  output: VARIABLE_OUTPUT,
  async run({ class: called }, call): Promise<ToolOutcome> {
    const { same, near } = await lookUp(called, call);
    const [only, ...others] = same;
    if (only === undefined || others.length > 0) throw notOne(called, same, near);
    return newVariable("instances", { op: "instances", class: only.iri }, { class: only.text }, call);
  },
});

/** Looks a class up in the schema, then by the store's label search, which also finds classes outside the schema and by other names. */
async function lookUp(
  called: string,
  { graph, services }: ToolCall,
): Promise<{ readonly same: readonly KnownClass[]; readonly near: readonly KnownClass[] }> {
  const { names } = services;
  const text = called.trim().replace(/^(["'`])(.*)\1$/su, "$2");
  const classes = await knownClasses(graph, names);
  const { same, near } = classesCalled(text, classes, names);
  if (same.length > 0) return { same, near };
  const { matches } = await graph.find(text, { limit: MOST_CLASSES, among: "classes" });
  const found = matches.flatMap(({ term, name, tier }) => {
    if (!isNode(term) || term.kind === "blank") return [];
    const known = classes.find(({ iri }) => iri === term.value);
    return [
      {
        tier,
        found: known ?? {
          iri: term.value,
          text: schemaName(names.short(term.value)),
          label: schemaName(name),
        },
      },
    ];
  });
  const named = found.filter(({ tier }) => tier === "exact" || tier === "folded").map((each) => each.found);
  const others = [...near, ...found.map((each) => each.found)].filter(
    (each, at, all) => !named.includes(each) && all.findIndex(({ iri }) => iri === each.iri) === at,
  );
  if (named.length > 0) return { same: named, near: others };
  // A class that occurs only as the type of instances has no label and may be missing in the schema.
  const iri = names.iri(text);
  const size = iri === undefined ? 0 : (await graph.summarize({ op: "instances", class: iri })).size;
  const itself =
    iri === undefined || size === 0
      ? []
      : [{ iri, text: schemaName(names.short(iri)), label: written(text), instances: size }];
  return { same: itself, near: others };
}

function notOne(called: string, same: readonly KnownClass[], near: readonly KnownClass[]): Refusal {
  const message =
    same.length > 1
      ? say`Several classes are named "${written(called)}".`
      : say`There is no class "${written(called)}".`;
  const suggestions = [...same, ...near].slice(0, MOST_SUGGESTIONS).map((each) => ({
    text: each.text,
    replaces: called,
    reason: classReason(each),
  }));
  return new Refusal("unknown-class", message, { argument: "class", text: called }, suggestions);
}

function classReason({ text, label, instances: size }: KnownClass): Marked {
  const counted = size === undefined ? say`` : say`${size} instances`;
  return joined(
    [label === text ? say`` : label, counted].filter((part) => part !== ""),
    ", ",
  );
}

/** `Film "movie": 1200 instances`. */
function classLine(each: KnownClass): Marked {
  const beyond = labelBeyond(each);
  const label = beyond === "" ? "" : say` "${beyond}"`;
  return say`${each.text}${label}${each.instances === undefined ? "" : say`: ${each.instances} instances`}`;
}

export const classTools: readonly KnowledgeBaseTool[] = [findClasses, instances];

/** Classes that match a name, best first: by identifier, label or last part of the name; then, with `near`, by words and spelling. */
export function classesCalled(
  named: string,
  classes: readonly KnownClass[],
  names: Names,
): { readonly same: readonly KnownClass[]; readonly near: readonly KnownClass[] } {
  const text = named.trim();
  const iri = names.iri(text);
  const identified = classes.filter((each) => each.text === text || each.iri === iri);
  const isSame = sameNameAs(text);
  const called = classes.filter(({ label, text: short }) => [label, localName(short)].some(isSame));
  const same = identified.length > 0 ? identified : called;
  const known = [...new Set(classes.flatMap(({ label, text: short }) => [label, localName(short), short]))];
  const close = nearestNames(text, known, { limit: 8 }).filter(({ score }) => score >= 0.5);
  const near = close.flatMap(({ name }) =>
    classes.filter(({ label, text: short }) => [label as string, localName(short), short].includes(name)),
  );
  return { same, near: [...new Set(near)].filter((each) => !same.includes(each)) };
}

/** Folds the name only once: it may be long, and is compared with many classes. */
function sameNameAs(named: string): (name: string) => boolean {
  const folded = foldText(named);
  const words = nameWords(named);
  return (name) => {
    if (foldText(name) === folded) return true;
    const own = nameWords(name);
    return (
      own.length > 0 &&
      own.length === words.length &&
      own.every((word, at) => sameButForNumber(word, words[at] ?? ""))
    );
  };
}
