import type { ListPage } from "./list-page.ts";

const COMMA = Buffer.from(",");

/**
 * The first page with the items of all pages in its list. The text is put together as it came: numbers keep all their digits. The server's counts and
 * links in it are those of the first page.
 */
export function joinPages(pages: readonly [ListPage, ...ListPage[]]): Uint8Array {
  const [first] = pages;
  const items = pages
    .filter(({ length }) => length > 0)
    .map(({ document, text }) => document.subarray(text.from, text.to));
  return Buffer.concat([
    first.document.subarray(0, first.text.from),
    ...items.flatMap((each, at) => (at === 0 ? [each] : [COMMA, each])),
    first.document.subarray(first.text.to),
  ]);
}
