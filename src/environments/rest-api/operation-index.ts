import { say, schemaName, written } from "../../environment/egress/marks.ts";
import { Refusal } from "../../environment/refusal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { withoutEnding } from "../../util/methods-and-paths.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import type { ApiDocument, Operation } from "./document/api-document.ts";
import { membersOf } from "./document/schema-view.ts";
import type { AllowedPath, OperationRules } from "./rest-api-services.ts";

/** An operation found by a name, with the values that stood in the path as it was written (`GET /movie/597/credits`). */
export interface NamedOperation {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
}

export interface OperationIndex {
  readonly all: readonly Operation[];
  /**
   * Finds an operation by id, operationId, path alone (if one method fits), or a path with values filled in. Ignores case, a trailing slash, a server's
   * base path and words after the path.
   */
  find(written: string): NamedOperation | undefined;
  /** `unknown-operation`, with the nearest names. */
  unknown(written: string, suggested: readonly Operation[]): Refusal;
}

const SUGGESTIONS = 3;
/** Characters. Matching a template with several variables in one segment takes more than linear time. */
const LONGEST_PATH = 1000;

export function createOperationIndex(
  operations: readonly Operation[],
  basePaths: readonly string[] = [],
): OperationIndex {
  const byName = new Map<string, Operation | undefined>();
  for (const operation of operations) {
    for (const name of new Set(namesOf(operation)))
      byName.set(name, byName.has(name) ? undefined : operation);
  }
  // An id always names its own operation, even if another operation has the same operationId.
  for (const operation of operations) byName.set(folded(operation.id), operation);
  const templates = operations.map((operation) => ({
    operation,
    pattern: patternOf(operation.path),
    names: variablesOf(operation.path),
  }));
  return {
    all: operations,
    find(written) {
      const text = written.trim();
      const exact = byName.get(folded(text));
      if (exact !== undefined) return { operation: exact, values: {} };
      const { method, path } = requestLine(text, basePaths);
      if (path === undefined || path.length > LONGEST_PATH) return undefined;
      const named = byName.get(folded(method === undefined ? path : `${method} ${path}`));
      if (named !== undefined) return { operation: named, values: {} };
      const fitting = templates
        .filter(({ operation }) => method === undefined || operation.method === method)
        .map((template) => ({ ...template, match: template.pattern.exec(path) }))
        .filter(({ match }) => match !== null)
        .toSorted((one, other) => one.names.length - other.names.length);
      const [first, second] = fitting;
      if (first === undefined) return undefined;
      // Without a method, several operations may fit one path: GET is meant.
      if (method === undefined && second?.names.length === first.names.length) {
        const reading = fitting.find(({ operation }) => operation.method === "GET");
        return reading && { operation: reading.operation, values: valuesIn(reading) };
      }
      return { operation: first.operation, values: valuesIn(first) };
    },
    unknown(named, suggested) {
      const near = nearestNames(
        named,
        operations.map(({ id }) => id),
        { limit: SUGGESTIONS },
      ).map(({ name }) => name);
      const texts = [...new Set([...suggested.map(({ id }) => id), ...near])].slice(0, SUGGESTIONS);
      const message = say`The API has no operation "${written(named)}". Use one that find_operations shows.`;
      const suggestions = texts.map((text) => ({ text: schemaName(text), replaces: named }));
      return new Refusal("unknown-operation", message, { argument: "operation", text: named }, suggestions);
    },
  };
}

function namesOf({ id, operationId, path }: Operation): readonly string[] {
  return [id, path, ...(operationId === undefined ? [] : [operationId])].map(folded);
}

function folded(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .replace(/(?<=.)\/$/u, "")
    .replace(/\{[^{}]*\}/gu, "{}");
}

function requestLine(
  text: string,
  basePaths: readonly string[],
): { readonly method: string | undefined; readonly path: string | undefined } {
  const [, method, rest = ""] = /^(?:([A-Za-z]+)\s+)?((?:https?:\/\/|\/)\S*)/u.exec(text) ?? [];
  if (rest === "") return { method: undefined, path: undefined };
  const whole = rest.replace(/^https?:\/\/[^/]*/u, "").split(/[?#]/u, 1)[0] ?? "";
  // Punctuation follows a path in a sentence, or before its summary.
  const path = (withoutEnding(whole, ":;,.") || whole.slice(0, 1)).replace(/(?<=.)\/$/u, "");
  const base = basePaths.find((each) => each !== "" && each !== "/" && path.startsWith(`${each}/`));
  return { method: method?.toUpperCase(), path: base === undefined ? path : path.slice(base.length) };
}

function variablesOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]*)\}/gu)].map((match) => match[1] ?? "");
}

function patternOf(path: string): RegExp {
  const parts = path
    .replace(/(?<=.)\/$/u, "")
    .split(/\{[^}]*\}/u)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  return new RegExp(`^${parts.join("([^/]+)")}$`, "u");
}

interface Fitting {
  readonly names: readonly string[];
  readonly match: RegExpExecArray | null;
}

function valuesIn({ names, match }: Fitting): Readonly<Record<string, string>> {
  const given = names.flatMap((name, at): (readonly [string, string])[] => {
    const value = match?.[at + 1];
    if (value === undefined || /^\{.*\}$/u.test(value)) return [];
    return [[name, decoded(value)]];
  });
  return Object.fromEntries(given);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Names of the required parameters (path, query, header, cookie), and "body" if a body is required. */
export function needsOf({ parameters, body }: Operation): readonly string[] {
  const names = parameters.filter(({ required }) => required).map(({ name }) => name);
  return body?.required === true ? [...names, "body"] : names;
}

/** Optional query parameters of an operation that can order its list, the order first. Empty for other operations. */
export function orderedBy({ parameters }: Operation): readonly string[] {
  const optional = parameters.filter((each) => each.in === "query" && !each.required);
  const names = optional.map(({ name }) => name).filter((name) => !PAGING.test(name));
  const orders = names.filter((name) => ORDER.test(name));
  return orders.length === 0 ? [] : [...orders, ...names.filter((name) => !ORDER.test(name))];
}

const ORDER = /^(?:sort|order)(?:ing)?(?![a-z])|^(?:sort|order)by$/iu;
const PAGING = /^(?:page|per_?page|page_?size|limit|offset|cursor)$/iu;

/** Whether members of the body are required. Bodies of anything but GET count as required: documents often omit `required`. */
export function mustHaveMembers({ method, body }: Operation): boolean {
  return body !== undefined && (body.required || method !== "GET");
}

/** As `needsOf`, with a body's required members instead of "body": members are given beside the parameters. */
export function namedNeedsOf(operation: Operation, document: ApiDocument): readonly string[] {
  const needs = needsOf(operation);
  const [content] = operation.body?.contents ?? [];
  if (content === undefined || !mustHaveMembers(operation)) return needs;
  const { list } = membersOf(content.schema, document.schemas);
  const members = list.filter(({ required }) => required).map(({ name }) => name);
  if (members.length === 0) return needs;
  // A name that is both a parameter and a member is given once.
  return [...new Set([...needs.filter((name) => name !== "body"), ...members])];
}

/**
 * Resolves the names in rules to operation ids, and removes the denied operations. Permissions for a path with values are returned separately: they hold
 * for these values only. A denial with values denies the whole operation.
 * @throws FuxiError `configuration-invalid` for a name that no operation has, and for a path with values in `readOnly`
 */
export function operationRules(
  { operations }: Pick<ApiDocument, "operations">,
  { allow = [], readOnly = [], deny = [], dryRun = false }: Partial<OperationRules>,
): {
  readonly rules: OperationRules;
  readonly allowedPaths: readonly AllowedPath[];
  readonly visible: readonly Operation[];
} {
  const index = createOperationIndex(operations);
  const namedBy = (name: string): NamedOperation => {
    const named = index.find(name);
    if (named !== undefined) return named;
    throw noSuchOperation(name, operations);
  };
  const denied = new Set(deny.map((name) => namedBy(name).operation.id));
  const allowed = allow.filter((name) => name !== "*").map(namedBy);
  return {
    rules: {
      allow: [
        ...allow.filter((name) => name === "*"),
        ...allowed.filter((named) => !hasValues(named)).map(({ operation }) => operation.id),
      ],
      readOnly: readOnly.map((name) => wholeOperation(name, namedBy(name))),
      deny: [...denied],
      dryRun,
    },
    allowedPaths: allowed
      .filter(hasValues)
      .map(({ operation, values }) => ({ operation: operation.id, values })),
    visible: operations.filter(({ id }) => !denied.has(id)),
  };
}

/** @param name as it was written in a rule */
export function noSuchOperation(name: string, operations: readonly Operation[]): FuxiError {
  const ids = operations.map(({ id }) => id);
  const [near] = nearestNames(name, ids, { limit: 1 });
  const hint =
    near === undefined ? "See: fuxi call <document> find_operations text=…" : `Did you mean ${near.name}?`;
  return new FuxiError("configuration-invalid", `The API has no operation "${name}".`, { hint });
}

const hasValues = ({ values }: NamedOperation): boolean => Object.keys(values).length > 0;

function wholeOperation(name: string, named: NamedOperation): string {
  const { id } = named.operation;
  if (!hasValues(named)) return id;
  throw new FuxiError("configuration-invalid", `"${name}" is one path of an operation that has many.`, {
    hint: `Only a whole operation can be said to only read: ${id}`,
  });
}
