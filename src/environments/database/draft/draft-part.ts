import { type Draft, MAIN, queryAt } from "./draft.ts";

/** Which SELECT of the draft: of which query (a CTE's index or `MAIN`), and which of its cores. */
export interface PartPlace {
  readonly query: number;
  readonly core: number;
}

export const MAIN_PART = "main";

/**
 * Name of a part: `main`, `2`, `3` … for the cores of the main query; `t`, `t.2` … for those of the CTE `t` (`t.1` for its first where the
 * CTE is named like a part of the main query).
 */
export function partName(draft: Draft, { query, core }: PartPlace): string {
  if (query === MAIN) return core === 0 ? MAIN_PART : String(core + 1);
  const name = draft.with[query]?.name ?? "";
  return core === 0 && !isMainName(name) ? name : `${name}.${core + 1}`;
}

export function partNames(draft: Draft): readonly string[] {
  return [...draft.with.keys(), MAIN].flatMap((query) =>
    [...queryAt(draft, query).cores.keys()].map((core) => partName(draft, { query, core })),
  );
}

/** The place that `part` names; undefined where the draft has none of that name. `main` is there from the start. */
export function findPart(
  draft: Draft,
  part: string | undefined,
  same: (a: string, b: string) => boolean,
): PartPlace | undefined {
  const wanted = part?.trim() ?? MAIN_PART;
  if (wanted === "" || wanted.toLowerCase() === MAIN_PART || wanted === "1") return { query: MAIN, core: 0 };
  if (/^\d+$/u.test(wanted)) return existing(draft, MAIN, Number(wanted));
  const whole = findCte(draft, wanted, same);
  if (whole !== undefined) return { query: whole, core: 0 };
  const numbered = /^(.*)\.(\d+)$/su.exec(wanted);
  if (!numbered?.[1] || numbered[2] === undefined) return undefined;
  const query =
    numbered[1].toLowerCase() === MAIN_PART && findCte(draft, numbered[1], same) === undefined
      ? MAIN
      : findCte(draft, numbered[1], same);
  return query === undefined ? undefined : existing(draft, query, Number(numbered[2]));
}

export function findCte(
  draft: Draft,
  name: string,
  same: (a: string, b: string) => boolean,
): number | undefined {
  const index = draft.with.findIndex((cte) => same(cte.name, name));
  return index < 0 ? undefined : index;
}

function existing(draft: Draft, query: number, number: number): PartPlace | undefined {
  const core = number - 1;
  return core === 0 || queryAt(draft, query).cores[core] !== undefined ? { query, core } : undefined;
}

function isMainName(name: string): boolean {
  return name.toLowerCase() === MAIN_PART || /^\d+$/u.test(name);
}
