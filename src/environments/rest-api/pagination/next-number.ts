import type { ListPage } from "./list-page.ts";
import type { PageArgument, PageArguments } from "./page-arguments.ts";
import { foldedName, type PageFacts } from "./page-facts.ts";

/**
 * How certain a further page is: `sure` by the server's own word, `likely` where the page is as full as pages get, `possible` where nothing speaks
 * against it.
 */
export type Chance = "sure" | "likely" | "possible";

export interface NextNumber {
  readonly argument: PageArgument;
  readonly value: number;
  readonly chance: Chance;
}

const PAGES = ["page", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage", "paged", "p"];
const OFFSETS = [
  ...[
    "offset",
    "skip",
    "startindex",
    "startat",
    "start",
    "from",
    "firstresult",
    "pageoffset",
    "startposition",
  ],
];
const SIZES = [
  ...["perpage", "pagesize", "limit", "size", "resultsperpage", "itemsperpage", "maxresults", "rows"],
  ...["count", "top", "take", "first", "hitsperpage", "pagelimit"],
];

/** The next page by its number, or by the index of its first item. `facts.size` may be known from pages before. */
export function nextNumber(page: ListPage, given: PageArguments, facts: PageFacts): NextNumber | undefined {
  if (page.length === 0 || facts.more === false) return undefined;
  const paged = numeric(given, PAGES);
  if (paged !== undefined) return byPage(page, paged, given, facts);
  const offset = numeric(given, OFFSETS);
  return offset === undefined ? undefined : byOffset(page, offset, given, facts);
}

function byPage(
  page: ListPage,
  argument: PageArgument,
  given: PageArguments,
  facts: PageFacts,
): NextNumber | undefined {
  const asked = numberOf(given.value(argument));
  const first =
    (asked === undefined && facts.page === 0) || argument.default === 0 || argument.minimum === 0 ? 0 : 1;
  const current = asked ?? facts.page ?? first;
  const next = { argument, value: current + 1 };
  if (facts.pages !== undefined) {
    return current + 1 < facts.pages + first ? { ...next, chance: "sure" } : undefined;
  }
  const wanted = sizeOf(given);
  // Where less came than was wanted, the server may allow less, or this is the last page.
  const size = facts.size ?? (wanted !== undefined && page.length >= wanted ? wanted : undefined);
  const { total: _, ...withoutTotal } = facts;
  return size === undefined && current > first
    ? after(0, next, page, given, withoutTotal)
    : after((current - first) * (size ?? 0) + page.length, next, page, given, facts);
}

function byOffset(
  page: ListPage,
  argument: PageArgument,
  given: PageArguments,
  facts: PageFacts,
): NextNumber | undefined {
  const first = argument.default === 1 || argument.minimum === 1 ? 1 : 0;
  const current = numberOf(given.value(argument)) ?? facts.offset ?? first;
  const next = { argument, value: current + page.length };
  return after(current - first + page.length, next, page, given, facts);
}

/** `reached`: items up to the end of this page. */
function after(
  reached: number,
  next: Omit<NextNumber, "chance">,
  page: ListPage,
  given: PageArguments,
  { total, more, size }: PageFacts,
): NextNumber | undefined {
  if (total !== undefined) return reached < total ? { ...next, chance: "sure" } : undefined;
  if (more === true) return { ...next, chance: "sure" };
  const full = size ?? sizeOf(given);
  // Servers give less than was asked for where it is more than they allow.
  const likely =
    full !== undefined && page.length >= full ? true : page.length >= 10 && page.length % 5 === 0;
  return { ...next, chance: likely ? "likely" : "possible" };
}

/** Items that a page is to hold by the request, or else by the document. */
function sizeOf(given: PageArguments): number | undefined {
  const argument = numeric(given, SIZES);
  if (argument === undefined) return undefined;
  return (
    numberOf(given.value(argument)) ?? (typeof argument.default === "number" ? argument.default : undefined)
  );
}

function numeric({ all }: PageArguments, names: readonly string[]): PageArgument | undefined {
  return names
    .map((name) => all.find((each) => each.numeric && foldedName(each.name) === name))
    .find((argument) => argument !== undefined);
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
