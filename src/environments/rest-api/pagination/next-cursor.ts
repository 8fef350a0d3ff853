import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { ListPage } from "./list-page.ts";
import type { PageArgument, PageArguments } from "./page-arguments.ts";
import { foldedName, memberBeside, type PageFacts } from "./page-facts.ts";

export interface NextCursor {
  /** As the response calls it, folded. */
  readonly member: string;
  readonly value: string | number;
  /** Undefined where the operation takes none that fits. */
  readonly argument?: PageArgument;
}

const MEMBERS = [
  ...["nextcursor", "nextpagetoken", "nexttoken", "nextpagecursor", "nextcontinuationtoken", "nextmarker"],
  ...["nextpagekey", "nextkey", "nextoffset", "nextstart", "nextpage", "next", "continuationtoken"],
  ...["continuation", "continue", "endcursor", "cursor", "after", "scrollid", "bookmark"],
];

const ARGUMENTS = [
  ...["cursor", "pagetoken", "nexttoken", "nextcursor", "continuationtoken", "continuation", "startcursor"],
  ...["pagecursor", "pageafter", "after", "startingafter", "marker", "bookmark", "scrollid", "continue"],
];

const AFTER_LAST = ["startingafter", "startafter", "afterid", "lastid"];

/** A cursor that the response names, with the argument that takes it. */
export function nextCursor(page: ListPage, { all, value }: PageArguments): NextCursor | undefined {
  const header = page.headers["x-next-cursor"] ?? page.headers["x-next-page"] ?? "";
  const named =
    header === ""
      ? memberBeside(page, MEMBERS, (found, member) => {
          const cursor = cursorIn(found);
          return cursor === undefined ? undefined : { member, cursor };
        })
      : { member: page.headers["x-next-cursor"] === header ? "nextcursor" : "nextpage", cursor: header };
  if (named === undefined) return undefined;
  const { member, cursor } = named;
  const argument = argumentFor(member, cursor, all);
  // Without "next" in its name it may be the cursor of this page.
  if (!/next|end/u.test(member)) {
    if (argument === undefined || value(argument) === String(cursor)) return undefined;
  }
  return { member, value: cursor, ...(argument === undefined ? {} : { argument }) };
}

/** The id of the last item, for lists that go on after one. */
export function afterLastItem(
  page: ListPage,
  { all }: PageArguments,
  { more }: PageFacts,
): { readonly argument: PageArgument; readonly value: string | number } | undefined {
  const argument = all.find(({ name }) => AFTER_LAST.includes(foldedName(name)));
  if (argument === undefined || more !== true) return undefined;
  const last = page.lastItem();
  const id = isObject(last) ? (last.id ?? last._id) : last;
  return typeof id === "string" || typeof id === "number" ? { argument, value: id } : undefined;
}

function argumentFor(
  member: string,
  cursor: string | number,
  all: readonly PageArgument[],
): PageArgument | undefined {
  const bare = member.replace(/^(?:next|end)/u, "");
  const wanted = bare === "" ? ARGUMENTS : [bare, member, `start${bare}`, `next${bare}`, ...ARGUMENTS];
  const numbered = typeof cursor === "number" || /^\d+$/u.test(cursor);
  const names = member === "next" && numbered ? [...wanted, "page", "pagenumber", "offset"] : wanted;
  return names
    .map((name) => all.find((argument) => foldedName(argument.name) === name))
    .find((argument) => argument !== undefined);
}

function cursorIn(value: Json): string | number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && value !== "" ? value : undefined;
}
