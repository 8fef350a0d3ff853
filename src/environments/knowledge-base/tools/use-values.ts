import { z } from "zod";
import type { ReferencedKind } from "../../../environment/act-context.ts";
import { REFERENCE_FORMAT, splitReference } from "../../../environment/references.ts";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import { readLines } from "../access/imported-terms.ts";
import { entitiesByKey, type KeysRead } from "./entities-by-key.ts";
import { programOfTerms } from "./given-terms.ts";
import { defineTool, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { newVariable } from "./new-variable.ts";
import { shortened, VARIABLE_OUTPUT } from "./render-variable.ts";
import { termsOfValues, type ValuesRead } from "./terms-of-values.ts";

const MOST_NAMED = 5;

export const useValues = defineTool({
  name: "use_values",
  description:
    "Values of another environment as a new variable: `values` is a reference such as shop:draft.name. Texts become the entities of that name, keys (11087) those whose identifier ends so (film:11087), other values stay as they are.",
  group: "functional",
  onlyBesideOthers: true,
  input: z.strictObject({ values: z.string().meta({ format: REFERENCE_FORMAT }) }),
  output: VARIABLE_OUTPUT,
  async run({ values: written }, call): Promise<ToolOutcome> {
    const given = await givenValues(written, call);
    if (given.failure) return given;
    const read = await termsOfValues(given.values, given.kind, call);
    const byKey = await keysMeant(read, given, written, call);
    if (byKey?.prefixes !== undefined) return { failure: severalPrefixes(written, byKey.prefixes) };
    const terms = byKey === undefined ? read.terms : given.values.map((value) => byKey.entity(String(value)));
    if (terms.length === 0) return { failure: nothingMatched(written, given.values.length, read) };
    const warnings = byKey === undefined ? unmatched(given.values.length, read) : [];
    const notes = byKey === undefined ? [] : [takenAsKeys(byKey.prefix)];
    return newVariable(
      {
        program: await programOfTerms(terms, call),
        tool: "use_values",
        arguments: { values: written },
        findings: async () => ({ warnings, notes }),
      },
      call,
    );
  },
});

type Given =
  | { readonly values: readonly Json[]; readonly kind: ReferencedKind; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly values?: never };

/** What the reference stands for; values that are written out are taken, too. */
async function givenValues(written: string, { context }: ToolCall): Promise<Given> {
  const text = written.trim();
  const referenced = context.references?.get(text);
  if (referenced) {
    const values = (await readLines(referenced.values.sha256, context)) as readonly Json[];
    return { values: values.filter((value) => value !== null), kind: referenced.kind };
  }
  const listed = listOf(text);
  if (listed.length === 1 && /^[\w-]+:(?:#\d|draft\b)/u.test(text) && splitReference(text)) {
    const known = [...(context.references?.keys() ?? [])];
    return {
      failure: {
        code: "unknown-reference",
        message: `"${text}" names nothing that another environment holds.`,
        part: { argument: "values", text },
        suggestions: known.slice(0, 3).map((each) => ({ text: each, replaces: text })),
      },
    };
  }
  return { values: listed, kind: listed.every((each) => typeof each === "number") ? "numbers" : "texts" };
}

/** Numbers of which nothing is said here, and texts that name nothing, may be the keys of entities. */
async function keysMeant(
  { terms, unknown }: ValuesRead,
  { values, kind }: { readonly values: readonly Json[]; readonly kind: ReferencedKind },
  reference: string,
  call: ToolCall,
): Promise<KeysRead | undefined> {
  const keys = values.map(String);
  if (kind === "texts" && unknown.length < values.length) return undefined;
  if (kind !== "texts" && kind !== "numbers") return undefined;
  if (kind === "numbers") {
    const relations = await call.graph.relations({ op: "terms", terms: terms.slice(0, MOST_NAMED) });
    if (relations.length > 0) return undefined;
  }
  return entitiesByKey(keys, reference, call);
}

function takenAsKeys(prefix: string): Finding {
  return {
    code: "values-taken-as-keys",
    message: `Taken as ${prefix === "" ? "identifiers" : `the ends of identifiers, ${prefix}:…`}, as they name nothing by themselves.`,
    suggestions: [],
  };
}

function severalPrefixes(written: string, prefixes: readonly string[]): ToolFailure {
  return {
    code: "ambiguous-entity",
    message: `These values end identifiers of several kinds (${prefixes.map((prefix) => `${prefix}:…`).join(", ")}); hand over whole identifiers, or a column that says which in its name.`,
    part: { argument: "values", text: written },
    suggestions: prefixes
      .slice(0, 3)
      .map((prefix) => ({ text: `'${prefix}:' || …`, reason: "in the query that makes them" })),
  };
}

function listOf(text: string): readonly Json[] {
  if (!text.startsWith("[")) return text === "" ? [] : [text];
  try {
    const parsed = JSON.parse(text) as Json;
    return Array.isArray(parsed) ? (parsed as readonly Json[]) : [text];
  } catch {
    return [text];
  }
}

function unmatched(total: number, { unknown, ambiguous }: ValuesRead): readonly Finding[] {
  const parts = [
    unknown.length === 0 ? "" : `${unknown.length} of ${total} values name nothing here (${some(unknown)})`,
    ambiguous.length === 0
      ? ""
      : `${ambiguous.length} name several things and were left out (${some(ambiguous)})`,
  ].filter((part) => part !== "");
  if (parts.length === 0) return [];
  return [{ code: "values-not-matched", message: `${parts.join("; ")}.`, suggestions: [] }];
}

function nothingMatched(written: string, total: number, read: ValuesRead): ToolFailure {
  const [told] = unmatched(total, read);
  return {
    code: "unknown-entity",
    message: told?.message ?? `${written} holds no values.`,
    part: { argument: "values", text: written },
    suggestions: [],
  };
}

function some(values: readonly string[]): string {
  const shown = values.slice(0, MOST_NAMED).map(shortened).join(", ");
  return values.length > MOST_NAMED ? `${shown}, …` : shown;
}
