// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the file explains how variables are written.

import { CORE_SCHEMA, EVENT_ID, getScalarValue, load, parseEvents, YAMLException } from "js-yaml";
import { fileAddress } from "../../environments/database/driver/address/file-address.ts";
import { serverAddress } from "../../environments/database/driver/address/server-address.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";

/** `$${` escapes `${`. */
const VARIABLE = /\$\$\{|\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}|\$\{/gu;

export interface Expanded {
  readonly value: unknown;
  /** Paths of texts that came from variables. */
  readonly fromVariables: ReadonlySet<string>;
  /** Unset variables without a default, and paths of malformed variables. */
  readonly problems: readonly { readonly path: KeyPath; readonly variable: string | undefined }[];
}

/** Replaces `${NAME}` and `${NAME:-default}` from the environment. This happens after parsing, so that a value cannot add keys. */
export function expandVariables(value: unknown, env: NodeJS.ProcessEnv): Expanded {
  const fromVariables = new Set<string>();
  const problems: { path: KeyPath; variable: string | undefined }[] = [];
  const expand = (each: unknown, path: KeyPath): unknown => {
    if (typeof each === "string") return inText(each, path);
    if (Array.isArray(each)) return each.map((item, at) => expand(item, [...path, at]));
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(
      Object.entries(each).map(([key, inner]) => [key, expand(inner, [...path, key])]),
    );
  };
  const inText = (text: string, path: KeyPath): string =>
    text.replace(VARIABLE, (whole, name: string | undefined, otherwise: string | undefined) => {
      if (whole === "$${") return "${";
      fromVariables.add(JSON.stringify(path.map(String)));
      const found = name === undefined ? undefined : env[name];
      if (found !== undefined && found !== "") return found;
      if (otherwise !== undefined) return otherwise;
      problems.push({ path, variable: name });
      return "";
    });
  return { value: expand(value, []), fromVariables, problems };
}

/** The reason why a text is no database address, as a clause after its key. Undefined if it is one. */
export function dsnProblem(text: string): string | undefined {
  try {
    if (fileAddress(text) !== undefined || serverAddress(text) !== undefined) return undefined;
  } catch (error) {
    if (!FuxiError.isInstance(error)) throw error;
    return `cannot be used: ${[error.message, error.hint].join(" ").replace(/\.$/u, "")}`;
  }
  return "has to be a postgres://, mysql:// or mariadb:// address";
}

export function isServerDsn(text: string): boolean {
  try {
    return fileAddress(text) === undefined && serverAddress(text) !== undefined;
  } catch {
    return false;
  }
}

/** Keys from the top of the file: `["targets", "shop", "dsn"]`; items of lists by their number. */
export type KeyPath = readonly (string | number)[];

export interface LocatedYaml {
  readonly value: unknown;
  /** Line of a key or an item, from 1, or else of its nearest ancestor. */
  lineOf(path: KeyPath): number;
}

/** @throws FuxiError `configuration-invalid` with line and column, without any content of the file */
export function readLocatedYaml(text: string, name: string): LocatedYaml {
  try {
    const value = load(text, { schema: CORE_SCHEMA });
    const lines = linesOf(text);
    return {
      value,
      lineOf(path) {
        for (let length = path.length; length > 0; length--) {
          const line = lines.get(JSON.stringify(path.slice(0, length).map(String)));
          if (line !== undefined) return line;
        }
        return 1;
      },
    };
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const { mark, reason } = cause;
    const place = mark === undefined ? "" : ` line ${mark.line + 1}, column ${mark.column + 1}:`;
    throw new FuxiError("configuration-invalid", `${name}${place} this is no YAML (${reason}).`, {
      hint: "Check indentation and quotes; a value with : or # in it wants quotes.",
    });
  }
}

interface Open {
  readonly path: readonly string[];
  readonly isMapping: boolean;
  key: string | undefined;
  items: number;
}

/** Lines of all keys and items, from the parser's events. A value behind an alias has the line of its key. */
function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const starts = lineStarts(text);
  const stack: Open[] = [];
  for (const event of parseEvents(text, {})) {
    if (event.type === EVENT_ID.DOCUMENT) continue;
    if (event.type === EVENT_ID.POP) {
      stack.pop();
      continue;
    }
    const open = stack.at(-1);
    const isScalar = event.type === EVENT_ID.SCALAR;
    const at = isScalar ? event.valueStart : "start" in event ? event.start : event.anchorStart;
    if (open?.isMapping && open.key === undefined && isScalar) {
      open.key = getScalarValue(text, event);
      lines.set(JSON.stringify([...open.path, open.key]), lineAt(starts, at));
      continue;
    }
    const path =
      open === undefined ? [] : [...open.path, open.isMapping ? (open.key ?? "") : String(open.items)];
    if (open !== undefined && !open.isMapping) lines.set(JSON.stringify(path), lineAt(starts, at));
    if (open !== undefined) {
      open.key = undefined;
      open.items += 1;
    }
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      stack.push({ path, isMapping: event.type === EVENT_ID.MAPPING, key: undefined, items: 0 });
    }
  }
  return lines;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  return starts.findLastIndex((start) => start <= offset) + 1;
}
