import { schemaName } from "../../../environment/egress/egress-scope.ts";
import type { ListPage } from "./list-page.ts";
import { pageFacts } from "./page-facts.ts";

/** What was fetched of how much, in a few words: `page 1 of 36, 20 of 711 items at results`. */
export function whatIsLeft(pages: readonly [ListPage, ...ListPage[]]): string {
  const [first] = pages;
  const facts = pageFacts(first);
  const got = pages.reduce((sum, { length }) => sum + length, 0);
  const from = facts.pages === undefined ? 1 : (facts.page ?? 1);
  const to = from + pages.length - 1;
  const numbers = from === to ? `page ${from}` : `pages ${from} to ${to}`;
  const ofPages = facts.pages === undefined ? "" : ` of ${schemaName(String(facts.pages))}`;
  const ofItems = facts.total === undefined ? "" : ` of ${facts.total}`;
  const where = first.path.length === 0 ? "" : ` at ${first.path.join(".")}`;
  return `${numbers}${ofPages}, ${got}${ofItems} items${where}`;
}
