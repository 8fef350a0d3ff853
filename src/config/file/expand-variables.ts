// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the file explains how variables are written.
import type { KeyPath } from "./located-yaml.ts";

/** `$${` is the text `${`. */
const VARIABLE = /\$\$\{|\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}|\$\{/gu;

export interface Expanded {
  readonly value: unknown;
  /** Where a text came from a variable. */
  readonly fromVariables: ReadonlySet<string>;
  /** Variables that are not set and have no default, and places where a variable is misspelt. */
  readonly problems: readonly { readonly path: KeyPath; readonly variable: string | undefined }[];
}

/** Texts with the environment's values in place of `${NAME}` and `${NAME:-default}`. Done after parsing: a value cannot add keys. */
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
