import { nameWords } from "../../../util/name-words.ts";
import { wordKey } from "./word-key.ts";

/** What a property's name says. */
export interface PropertyName {
  /** Folded words for the things that it holds; none where it may hold anything (`results`, `data`). */
  readonly holds: readonly string[];
  readonly keys: readonly string[];
  /** The keys as one text. */
  readonly field: string;
  /** True where its last word says that it identifies something. */
  readonly gives: boolean;
}

/** Names that hold things of any kind. */
const HOLDERS = new Set(
  `result results item items data list lists content contents record records value values entries entry hit hits row rows node nodes edge edges element
  elements object objects response responses page paged paging paginated body payload embedded simplified simple full base basic dto model schema resource
  resources output collection array search get info detail details summary public private v new common type ref`.split(
    /\s+/u,
  ),
);
const GIVES = new Set(["id", "uuid", "guid", "uri", "urn", "slug", "key", "token", "code", "number"]);
const MOST_KEPT = 20_000;
const KNOWN = new Map<string, PropertyName>();

/** Reads a name once: documents repeat few names very often. */
export function propertyName(name: string): PropertyName {
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const words = nameWords(name);
  const keys = words.map(wordKey);
  const read = {
    holds: words.every((word) => HOLDERS.has(word)) ? [] : words.filter((word) => !HOLDERS.has(word)),
    keys,
    field: keys.join(" "),
    gives: GIVES.has(keys.at(-1) ?? ""),
  };
  if (KNOWN.size >= MOST_KEPT) KNOWN.clear();
  KNOWN.set(name, read);
  return read;
}
