import { kindFits } from "../lexicon/kinds.ts";
import type { PathSense } from "../lexicon/path-sense.ts";
import { singular } from "../linking/lexical-edges.ts";
import { followNode } from "./node.ts";
import type { MeantPath, ResolveContext, Resolved } from "./resolve-context.ts";

const MOST_PATHS = 4;
/** Paths this much dearer than the best are not what is meant. */
const MARGIN = 0.1;
const UNLIKE = 0.15;

/** Relations of a set that fit some words, the cheapest and those nearly as cheap. */
export async function pathsFor(
  from: Resolved,
  costOf: (meant: MeantPath) => number | undefined,
  context: ResolveContext,
): Promise<readonly { readonly meant: MeantPath; readonly cost: number }[]> {
  const all = await context.relationsOf(from.node);
  const fitting = all.flatMap((meant) => {
    const cost = costOf(meant);
    return cost === undefined ? [] : [{ meant, cost: cost + unlike(from, meant.sense) }];
  });
  const least = Math.min(...fitting.map(({ cost }) => cost));
  return fitting
    .filter(({ cost }) => cost <= least + MARGIN)
    .sort((a, b) => a.cost - b.cost || (a.meant.path.text < b.meant.path.text ? -1 : 1))
    .slice(0, MOST_PATHS);
}

export function followed(from: Resolved, meant: MeantPath, cost: number, asked: string): Resolved {
  const said = sayReading(asked, meant);
  return {
    node: followNode(from.node, meant.path, asked),
    cost: from.cost + cost,
    ends: [meant.sense],
    assumptions: said === undefined ? from.assumptions : [...from.assumptions, said],
  };
}

/** What the noun before a name says does not go with where the relation starts: *the actor* X directed. */
function unlike({ called }: Resolved, sense: PathSense): number {
  if (called === undefined || sense.startNouns.has(called)) return 0;
  if (sense.starts === "" || kindFits(singular(called), sense.starts)) return 0;
  return UNLIKE;
}

/** Said where the words are not those of the relation itself. */
function sayReading(asked: string, { path }: MeantPath): string | undefined {
  const own = `${path.text} ${path.label}`.toLowerCase();
  const told =
    path.label === "" || path.text.includes(path.label) ? path.text : `${path.text} ("${path.label}")`;
  return asked !== "" && asked.split(" ").every((word) => own.includes(word))
    ? undefined
    : `"${asked}" was read as ${told}.`;
}
