import type { Action } from "../../environment/action.ts";

/** What a program is made of, read off the actions that build it: names are as the knowledge base itself writes them. All sorted. */
export interface ProgramShape {
  /** Entities and values that sets are made of. */
  readonly entities: readonly string[];
  /** `count`, `argmax`, `argmin`. */
  readonly functions: readonly string[];
  /** Each step of a path by itself, with `^` for the way back. */
  readonly relations: readonly string[];
  /** Of superlatives and comparisons. */
  readonly attributes: readonly string[];
  /** `gt 180` */
  readonly comparisons: readonly string[];
  readonly classes: readonly string[];
}

const FUNCTIONS = new Set(["count", "argmax", "argmin"]);

export function programShape(actions: readonly Action[]): ProgramShape {
  const used = actions.filter(({ tool }) => tool !== "get_relations" && tool !== "get_attributes");
  const all = (...names: readonly string[]): string[] =>
    used.flatMap(({ arguments: given }) =>
      names.flatMap((name) => (given[name] === undefined ? [] : [String(given[name])])),
    );
  return {
    entities: all("variable", "variable1", "variable2")
      .filter((name) => !/^#\d+$/u.test(name))
      .sort(),
    functions: used.flatMap(({ tool }) => (FUNCTIONS.has(tool) ? [tool] : [])).sort(),
    relations: all("relation")
      .flatMap((path) => path.split("/"))
      .sort(),
    attributes: all("attribute").sort(),
    comparisons: used
      .flatMap(({ arguments: { comparison, value } }) =>
        comparison === undefined ? [] : [`${String(comparison)} ${String(value)}`],
      )
      .sort(),
    classes: all("class").sort(),
  };
}
