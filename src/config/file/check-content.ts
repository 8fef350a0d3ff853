// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the file explains how variables are written.
import type { z } from "zod";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import {
  type ConfigurationContent,
  configurationJsonSchema,
  configurationSchema,
  type TargetContent,
} from "./configuration-schema.ts";

import { type Expanded, isServerDsn, type KeyPath, type LocatedYaml } from "./expand-variables.ts";

const MOST_PROBLEMS = 5;
const KINDS = ["dsn", "file", "files", "openapi", "sparql", "sample"] as const;

interface Problem {
  readonly path: KeyPath;
  readonly text: string;
}

export interface CheckedContent {
  /** The content without unusable targets. */
  readonly content: ConfigurationContent;
  /** Ids of targets with an unset variable, in the order of the file, with the reason. */
  readonly unusable: ReadonlyMap<string, string>;
}

/**
 * Validates the content of a file. An unset variable in a target makes only that target unusable. Messages contain no values, which
 * may be secrets.
 * @throws FuxiError `configuration-invalid`
 */
export function checkContent(expanded: Expanded, located: LocatedYaml, name: string): CheckedContent {
  const unset = expanded.problems.map(({ path, variable }) => ({
    path,
    text:
      variable === undefined
        ? "has a ${ that begins no variable; write ${NAME}, or $${ for the text itself"
        : `wants the environment variable ${variable}, which is not set; set it, or write \${${variable}:-default}`,
    target: variable !== undefined && path[0] === "targets" && path.length > 2 ? String(path[1]) : undefined,
  }));
  const elsewhere = unset.filter(({ target }) => target === undefined);
  if (elsewhere.length > 0) throw invalid(elsewhere, located, name);
  const unknown = new Set(unset.map(({ path }) => keyOf(path)));
  const checked = parsed(expanded.value ?? {}, expanded, unknown);
  if (checked.problems.length > 0) throw invalid(checked.problems, located, name);
  const wrong = Object.entries(checked.content.targets ?? {}).flatMap(([id, target]) =>
    targetProblems(id, target).filter(({ path }) => {
      const isAddressUnknown = unknown.has(keyOf(["targets", id, "dsn"]));
      return !(isAddressUnknown && path.at(-1) === "schemas");
    }),
  );
  if (wrong.length > 0) throw invalid(wrong, located, name);
  const unusable = new Map(
    Object.entries(Object.groupBy(unset, ({ target }) => target ?? "")).map(([id, problems = []]) => [
      id,
      `${name}, ${toldIn(problems, located)}`,
    ]),
  );
  return { content: without(checked.content, unusable), unusable };
}

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

/** Parses the content. Faults at unset variables are ignored, since the values are unknown. */
function parsed(
  value: unknown,
  expanded: Expanded,
  unknown: ReadonlySet<string>,
): { readonly content: ConfigurationContent; readonly problems: readonly Problem[] } {
  const result = configurationSchema.safeParse(value);
  if (result.success) return { content: result.data, problems: [] };
  const typed = withTypes(value, result.error.issues, expanded);
  const again = configurationSchema.safeParse(typed);
  if (again.success) return { content: again.data, problems: [] };
  const issues = again.error.issues.filter(({ path }) => !unknown.has(keyOf(path)));
  return { content: typed as ConfigurationContent, problems: issues.flatMap(problemsOf) };
}

function without(
  { targets, ...content }: ConfigurationContent,
  unusable: ReadonlyMap<string, string>,
): ConfigurationContent {
  if (targets === undefined) return content;
  return {
    ...content,
    targets: Object.fromEntries(Object.entries(targets).filter(([id]) => !unusable.has(id))),
  };
}

function invalid(problems: readonly Problem[], located: LocatedYaml, name: string): FuxiError {
  return new FuxiError("configuration-invalid", `${name}, ${toldIn(problems, located)}.`, {
    hint: "docs/configuration.md lists all keys; --no-config leaves the file aside.",
  });
}

function toldIn(problems: readonly Problem[], located: LocatedYaml): string {
  const told = problems
    .map(({ path, text }) => ({ line: located.lineOf(path), text: `${path.join(".")} ${text}` }))
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, text }) => `line ${line}: ${text}`);
  const more = told.length > MOST_PROBLEMS ? `; and ${told.length - MOST_PROBLEMS} more` : "";
  return `${told.slice(0, MOST_PROBLEMS).join("; ")}${more}`;
}

/** Converts texts from variables to numbers or booleans if the schema requires these. */
function withTypes(
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  { fromVariables }: Expanded,
): unknown {
  const copy = structuredClone(value);
  for (const issue of issues) {
    if (issue.code !== "invalid_type" || !fromVariables.has(JSON.stringify(issue.path.map(String)))) continue;
    const [parent, key] = placeIn(
      copy,
      issue.path.map((part) => String(part)),
    );
    const text = parent?.[key];
    if (typeof text !== "string") continue;
    if (issue.expected === "boolean" && /^(?:true|false)$/u.test(text)) parent[key] = text === "true";
    if (["number", "int"].includes(issue.expected) && text.trim() !== "" && Number.isFinite(Number(text)))
      parent[key] = Number(text);
  }
  return copy;
}

function placeIn(root: unknown, path: readonly string[]): [Record<string, unknown>, string] {
  let at = root as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  return [at, path.at(-1) ?? ""];
}

/** The schema's own messages, which name what is expected and never a value. */
function problemsOf(issue: z.core.$ZodIssue): readonly Problem[] {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...path, key],
      text: `is not known${nearest(key, keysAt(path))}`,
    }));
  if (issue.code === "custom") return [{ path, text: issue.message }];
  const said = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return [{ path, text: `cannot be used: ${said}` }];
}

function nearest(key: string, known: readonly string[]): string {
  const [near] = nearestNames(key, known, { limit: 1 });
  return near === undefined ? `; known are ${known.join(", ")}` : `; did you mean ${near.name}?`;
}

interface Described {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: Described | boolean;
}

/** Keys that the schema permits at a path. */
function keysAt(path: KeyPath): readonly string[] {
  let at: Described | undefined = configurationJsonSchema() as Described;
  for (const part of path) {
    const inner: Described | undefined = at?.properties?.[String(part)];
    at = inner ?? (typeof at?.additionalProperties === "object" ? at.additionalProperties : undefined);
  }
  return Object.keys(at?.properties ?? {});
}

const OF_APIS = [
  "server",
  "headers",
  "headerFiles",
  "allow",
  "readOnly",
  "deny",
  "dryRun",
  "followOutside",
  "trustHosts",
] as const;

/** Reports settings that do not apply to the kind of target: they would have no effect, although somebody may rely on them. */
function targetProblems(id: string, target: TargetContent): readonly Problem[] {
  const path = ["targets", id];
  const named = KINDS.filter((kind) => target[kind] !== undefined);
  if (named.length !== 1) {
    const text =
      named.length === 0 ? "names nothing to open" : `names several things to open (${named.join(", ")})`;
    return [{ path, text: `${text}; it has to have exactly one of ${KINDS.join(", ")}` }];
  }
  const isApi = target.openapi !== undefined || target.sample === "cinema-api";
  const isGraph = target.sparql !== undefined || target.sample === "cinema-kb";
  const isFiles = target.file !== undefined || target.files !== undefined;
  const rules: readonly (readonly [fits: boolean, text: string, keys: readonly (keyof TargetContent)[]])[] = [
    [isApi, "is for APIs", OF_APIS],
    [
      isServerDsn(target.dsn ?? ""),
      "is for PostgreSQL, MariaDB and MySQL",
      ["schemas", "allowFunctions", "allowForeign"],
    ],
    [isApi || target.sparql !== undefined, "is for APIs and SPARQL endpoints", ["credentials"]],
    [isFiles, "is for data files", ["encoding"]],
    [!(isApi || isGraph), "is for databases", ["index", "descriptions"]],
  ];
  return rules.flatMap(([fits, text, keys]) =>
    keys
      .filter((key) => !fits && target[key] !== undefined)
      .map((key) => ({ path: [...path, key], text: `${text}, and ${id} is none` })),
  );
}
