import type { Preparation } from "../../../environment/capabilities.ts";
import type { LabelSearch } from "../store/label-search.ts";

/** A label search over an index of our own, built when it is first needed or by `preparation`. */
export interface LabelIndex extends LabelSearch {
  readonly mode: "fuzzy";
  readonly preparation: Preparation;
  /** Memory of what is loaded, in bytes. */
  bytes(): number;
  /** Ends building. After it every search fails with FuxiError `cancelled`. */
  close(): Promise<void>;
}

/** What there is, for `Preparation`: `"1,204 names of entities are indexed."` */
export function preparedText(names: number, of: string, saved: boolean): string {
  const kept = saved ? "" : " They stay in memory only, as the cache folder cannot be written.";
  return `${names.toLocaleString("en-US")} names of ${of} are indexed.${kept}`;
}
