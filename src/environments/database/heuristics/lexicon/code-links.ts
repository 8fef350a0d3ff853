import { foldText } from "../../../../util/fold-text.ts";
import { nameWords } from "../../../../util/name-words.ts";
import type { DatabaseServices } from "../../database-services.ts";
import { columnRef } from "../../index/value-index.ts";
import type { ValueLinkWord } from "./link.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Kinds of international codes (ISO 3166-1 and 639-1), and the words in names of columns that hold them. */
const KINDS = [
  { type: "region", codes: PAIRS, column: /^(country|countries|nation|nationality)$/u },
  {
    type: "language",
    codes: PAIRS.map((pair) => pair.toLowerCase()),
    column: /^(language|languages|lang|locale)$/u,
  },
] as const;

/** Links country and language names to columns of codes: "Austria" is stored as AT. */
export async function codeLinks(
  text: string,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<readonly ValueLinkWord[]> {
  const found: ValueLinkWord[] = [];
  for (const kind of KINDS) {
    const codes = codesByName(kind).get(foldText(text)) ?? [];
    if (codes.length === 0) continue;
    for (const table of services.schema.tables) {
      for (const column of table.kind === "table" ? table.columns : []) {
        if (column.affinity !== "text" || !nameWords(column.name).some((word) => kind.column.test(word)))
          continue;
        const ref = columnRef(table, column);
        for (const code of codes) {
          const { matches } = await services.index.findExact(code, { limit: 2, column: ref, signal });
          if (!matches.some((match) => match.value === code)) continue;
          const note = `Took "${text}" as ${table.name}.${column.name} '${code}'.`;
          found.push({ kind: "value", table, column, values: [code], score: 0.97, how: "meaning", note });
        }
      }
    }
  }
  return found;
}

const known = new Map<string, ReadonlyMap<string, readonly string[]>>();

function codesByName({ type, codes }: (typeof KINDS)[number]): ReadonlyMap<string, readonly string[]> {
  const made = known.get(type);
  if (made) return made;
  const names = new Intl.DisplayNames("en", { type, fallback: "none" });
  // A withdrawn code has the same name as its successor: UK and GB.
  const byName = Map.groupBy(codes, (code) => foldText(names.of(code) ?? ""));
  byName.delete("");
  known.set(type, byName);
  return byName;
}
