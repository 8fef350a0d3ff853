import type { DatabaseServices } from "../database-services.ts";
import type { TableSchema } from "./database-schema.ts";
import { type TableLink, tableLinks } from "./table-links.ts";

/** A step from a table already joined to the next one. */
export interface JoinStep {
  readonly link: TableLink;
  readonly next: TableSchema;
}

export interface JoinPath {
  readonly start: TableSchema;
  readonly steps: readonly JoinStep[];
}

const MOST_PATHS = 5;
/** Cost of an undeclared link; a declared one costs 1. An undeclared link is therefore taken only where it saves a table. */
const UNDECLARED = 1.5;

/**
 * The shortest paths that join all tables over links, each table once; several where they are equally short (two keys to the
 * same table, two link tables). Empty where the tables are not connected.
 */
export function joinPaths(tables: readonly TableSchema[], links: readonly TableLink[]): readonly JoinPath[] {
  const [start, ...rest] = tables;
  if (!start) return [];
  const neighbours = neighbourMap(links);
  let paths: readonly JoinPath[] = [{ start, steps: [] }];
  for (let left = rest; left.length > 0; ) {
    const grown = paths.flatMap((path) => extensions(path, left, neighbours));
    const shortest = Math.min(...grown.map((path) => lengthOf(path)));
    paths = unique(grown.filter((path) => lengthOf(path) === shortest)).slice(0, MOST_PATHS);
    const [first] = paths;
    if (!first) return [];
    const joined = joinedTables(first);
    // Later steps use the first path's remaining tables, so paths that reached other tables are dropped.
    left = left.filter((table) => !joined.has(table));
    paths = paths.filter((path) => left.every((table) => !joinedTables(path).has(table)));
  }
  return paths;
}

/** The shortest paths from any of the tables at hand to the wanted one, as lists of links in this order; at most `limit`. */
export function pathsTo(
  services: Pick<DatabaseServices, "driver" | "schema">,
  atHand: readonly TableSchema[],
  wanted: TableSchema,
  limit: number,
): readonly (readonly TableLink[])[] {
  const links = tableLinks(services);
  const paths = atHand
    .flatMap((table) => joinPaths([table, wanted], links))
    .filter(({ steps }) => steps.length > 0);
  const fewest = Math.min(...paths.map(({ steps }) => steps.length));
  return paths
    .filter(({ steps }) => steps.length === fewest)
    .toSorted((a, b) => lengthOf(a) - lengthOf(b))
    .slice(0, limit)
    .map(({ steps }) => steps.map(({ link }) => link));
}

type Neighbours = ReadonlyMap<TableSchema, readonly JoinStep[]>;

const known = new WeakMap<readonly TableLink[], Neighbours>();

function neighbourMap(links: readonly TableLink[]): Neighbours {
  const kept = known.get(links);
  if (kept) return kept;
  const map = new Map<TableSchema, JoinStep[]>();
  const add = (table: TableSchema, step: JoinStep) => {
    const steps = map.get(table);
    if (steps) steps.push(step);
    else map.set(table, [step]);
  };
  for (const link of links) {
    if (link.from === link.to) continue;
    add(link.from, { link, next: link.to });
    add(link.to, { link, next: link.from });
  }
  known.set(links, map);
  return map;
}

/** Extends the path to the nearest of the wanted tables, in every equally short way. */
function extensions(
  path: JoinPath,
  wanted: readonly TableSchema[],
  neighbours: Neighbours,
): readonly JoinPath[] {
  const joined = joinedTables(path);
  const goals = new Set(wanted.filter((table) => !joined.has(table)));
  if (goals.size === 0) return [path];
  const cost = new Map<TableSchema, number>([...joined].map((table) => [table, 0]));
  const ways = new Map<TableSchema, (readonly JoinStep[])[]>([...joined].map((table) => [table, [[]]]));
  // Costs are multiples of a half, so the open tables can be kept by cost.
  const open: TableSchema[][] = [[...joined]];
  for (let at = 0; at < open.length; at++) {
    for (const table of open[at] ?? []) {
      if ((cost.get(table) ?? 0) * 2 !== at) continue;
      if (goals.has(table)) {
        return (ways.get(table) ?? []).map((steps) => ({ ...path, steps: [...path.steps, ...steps] }));
      }
      for (const step of neighbours.get(table) ?? []) {
        const total = (cost.get(table) ?? 0) + (step.link.declared ? 1 : UNDECLARED);
        const known = cost.get(step.next);
        if (known !== undefined && known < total) continue;
        if (joined.has(step.next)) continue;
        const found = (ways.get(table) ?? []).map((steps) => [...steps, step]);
        const kept = known === total ? (ways.get(step.next) ?? []) : [];
        ways.set(step.next, [...kept, ...found].slice(0, MOST_PATHS));
        if (known === undefined || total < known) {
          const alike = open[total * 2] ?? [];
          alike.push(step.next);
          open[total * 2] = alike;
        }
        cost.set(step.next, total);
      }
    }
  }
  return [];
}

export function joinedTables(path: JoinPath): ReadonlySet<TableSchema> {
  return new Set([path.start, ...path.steps.map((step) => step.next)]);
}

function lengthOf(path: JoinPath): number {
  return path.steps.reduce((sum, step) => sum + (step.link.declared ? 1 : UNDECLARED), 0);
}

function unique(paths: readonly JoinPath[]): readonly JoinPath[] {
  const keyOf = (path: JoinPath) => {
    const names = path.steps.map(
      ({ link }) => `${link.from.name}.${link.fromColumns.join()}=${link.to.name}.${link.toColumns.join()}`,
    );
    return names.sort().join(" ");
  };
  return [...new Map(paths.map((path) => [keyOf(path), path])).values()];
}
