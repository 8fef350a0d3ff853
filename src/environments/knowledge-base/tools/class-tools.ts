import { z } from "zod";
import { schemaName } from "../../../environment/egress/egress-scope.ts";
import { Refusal } from "../../../environment/refusal.ts";
import { labelBeyond } from "../access/path-names.ts";
import { isNode } from "../term/term.ts";
import { classesCalled, type KnownClass, knownClasses } from "./entity-named.ts";
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
        ? `No class is named "${text}" or nearly so.`
        : same.length === 0
          ? `No class is named "${text}"; the nearest:`
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
  description: "All instances of a class as a new variable.",
  group: "navigational",
  workspace: "writes",
  input: z.strictObject({ class: z.string() }),
  output: VARIABLE_OUTPUT,
  async run({ class: written }, call): Promise<ToolOutcome> {
    const { same, near } = await lookUp(written, call);
    const [only, ...others] = same;
    if (only === undefined || others.length > 0) throw notOne(written, same, near);
    return newVariable("instances", { op: "instances", class: only.iri }, { class: only.text }, call);
  },
});

/** Among the classes of the schema, and by the store's own search for those that the schema leaves out or that have other names. */
async function lookUp(
  written: string,
  { graph, services }: ToolCall,
): Promise<{ readonly same: readonly KnownClass[]; readonly near: readonly KnownClass[] }> {
  const { names } = services;
  const text = written.trim().replace(/^(["'`])(.*)\1$/su, "$2");
  const classes = await knownClasses(graph, names);
  const { same, near } = classesCalled(text, classes, names);
  if (same.length > 0) return { same, near };
  const { matches } = await graph.find(text, { limit: MOST_CLASSES, among: "classes" });
  const found = matches.flatMap(({ term, name, tier }) => {
    if (!isNode(term) || term.kind === "blank") return [];
    const known = classes.find(({ iri }) => iri === term.value);
    return [
      { tier, found: known ?? { iri: term.value, text: schemaName(names.short(term.value)), label: name } },
    ];
  });
  const named = found.filter(({ tier }) => tier === "exact" || tier === "folded").map((each) => each.found);
  const others = [...near, ...found.map((each) => each.found)].filter(
    (each, at, all) => !named.includes(each) && all.findIndex(({ iri }) => iri === each.iri) === at,
  );
  if (named.length > 0) return { same: named, near: others };
  // A class that only its instances know of has no name and may not be in the schema.
  const iri = names.iri(text);
  const size = iri === undefined ? 0 : (await graph.summarize({ op: "instances", class: iri })).size;
  const itself =
    iri === undefined || size === 0
      ? []
      : [{ iri, text: schemaName(names.short(iri)), label: text, instances: size }];
  return { same: itself, near: others };
}

function notOne(written: string, same: readonly KnownClass[], near: readonly KnownClass[]): Refusal {
  const message =
    same.length > 1 ? `Several classes are named "${written}".` : `There is no class "${written}".`;
  const suggestions = [...same, ...near].slice(0, MOST_SUGGESTIONS).map((each) => ({
    text: each.text,
    replaces: written,
    reason: classReason(each),
  }));
  return new Refusal("unknown-class", message, { argument: "class", text: written }, suggestions);
}

function classReason({ text, label, instances: size }: KnownClass): string {
  const counted = size === undefined ? "" : `${size} instances`;
  return [label === text ? "" : label, counted].filter((part) => part !== "").join(", ");
}

/** `Film "movie": 1200 instances`. */
function classLine(each: KnownClass): string {
  const beyond = labelBeyond(each);
  const label = beyond === "" ? "" : ` "${beyond}"`;
  return `${each.text}${label}${each.instances === undefined ? "" : `: ${each.instances} instances`}`;
}

export const classTools: readonly KnowledgeBaseTool[] = [findClasses, instances];
