import type { JsonObject } from "../../../util/json.ts";

/** A navigational action that may be of use, before the list is cut. */
export interface Offer {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** 0 to 10: how likely it shows what a query for the task needs. */
  readonly worth: number;
}

/** The best of the offers, each tool with the same arguments once (values count as the same but for case). */
export function bestOffers(offers: readonly Offer[], limit: number): readonly Offer[] {
  const seen = new Set<string>();
  return [...offers]
    .sort((a, b) => b.worth - a.worth)
    .filter((offer) => {
      const key = `${offer.tool} ${JSON.stringify(offer.arguments).toLowerCase()}`;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    })
    .slice(0, limit);
}
