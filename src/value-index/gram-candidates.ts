import { type GramArrays, gramNumber } from "./gram-postings.ts";

/** What is searched: one segment, or several as if they were one. */
export interface GramSource {
  readonly grams: GramArrays;
  /** Number of values. */
  readonly size: number;
  /** Bytes of a value, about. */
  readonly lengthOf: (id: number) => number;
}

export interface GramCandidates {
  readonly ids: readonly number[];
  /** For each id the share of the query's trigrams that it is expected to have, 0 to 1. */
  readonly shares: readonly number[];
}

/** At least so many of the query's rarest trigrams are merged, and no more than `MOST`, while the rest of the budget lasts. */
const LEAST = 6;
const MOST = 14;
/** Postings merged per query: a share of the values, and always so many. */
const BUDGET_SHARE = 0.06;
const BUDGET_LEAST = 20_000;

/**
 * Values that share the most of the query's rarest trigrams (dependencies.md, section 10), best first, of equals those of nearest length. Holds
 * scratch memory of one byte per value, so it is made once per index.
 */
export class GramSearch {
  #shared = new Uint8Array(0);
  #touched = new Uint32Array(0);

  find(source: GramSource, grams: Uint32Array, length: number, most: number): GramCandidates {
    const { gramStarts, gramIds } = source.grams;
    const found: { start: number; end: number }[] = [];
    for (const hash of grams) {
      const gram = gramNumber(source.grams, hash);
      if (gram >= 0) found.push({ start: gramStarts[gram] as number, end: gramStarts[gram + 1] as number });
    }
    if (found.length === 0) return NOTHING;
    const used = withinBudget(found, source.size);
    if (this.#shared.length < source.size) {
      this.#shared = new Uint8Array(source.size);
      this.#touched = new Uint32Array(source.size);
    }
    const [shared, touched] = [this.#shared, this.#touched];
    const perShare = new Uint32Array(used.length + 1);
    let reached = 0;
    for (const { start, end } of used) {
      for (let i = start; i < end; i++) {
        const id = gramIds[i] as number;
        const times = (shared[id] as number) + 1;
        shared[id] = times;
        if (times === 1) touched[reached++] = id;
      }
    }
    for (let i = 0; i < reached; i++) {
      const times = shared[touched[i] as number] as number;
      perShare[times] = (perShare[times] as number) + 1;
    }
    let [least, taken] = [used.length, 0];
    while (least > 1 && taken + (perShare[least] as number) < most) taken += perShare[least--] as number;
    const sure: number[] = [];
    const last: number[] = [];
    const times: number[] = [];
    for (let i = 0; i < reached; i++) {
      const id = touched[i] as number;
      const share = shared[id] as number;
      shared[id] = 0;
      if (share > least) {
        sure.push(id);
        times.push(share);
      } else if (share === least) last.push(id);
    }
    const rest = nearestInLength(last, Math.max(0, most - sure.length), source.lengthOf, length);
    // Trigrams that the whole segment lacks count as missing in each of its values.
    const scale = found.length / grams.length / used.length;
    return {
      ids: [...sure, ...rest],
      shares: [...times, ...rest.map(() => least)].map((share) => share * scale),
    };
  }
}

function nearestInLength(
  ids: number[],
  most: number,
  lengthOf: (id: number) => number,
  length: number,
): number[] {
  if (ids.length <= most) return ids;
  const away = (id: number) => Math.min(63, Math.abs(lengthOf(id) - length));
  const nearer: number[][] = Array.from({ length: 64 }, () => []);
  for (const id of ids) nearer[away(id)]?.push(id);
  return nearer.flat().slice(0, most);
}

function withinBudget(found: { start: number; end: number }[], size: number) {
  found.sort((a, b) => a.end - a.start - (b.end - b.start));
  const budget = Math.max(BUDGET_LEAST, size * BUDGET_SHARE);
  let [count, spent] = [0, 0];
  for (const { start, end } of found) {
    if (count >= MOST || (count >= LEAST && spent + end - start > budget)) break;
    spent += end - start;
    count++;
  }
  return found.slice(0, count);
}

const NOTHING: GramCandidates = { ids: [], shares: [] };
