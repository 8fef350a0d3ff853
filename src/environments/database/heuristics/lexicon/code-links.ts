import { foldText } from "../../../../util/fold-text.ts";
import { nameWords } from "../../../../util/name-words.ts";
import { qualifiedTable } from "../../check/find-table.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { ColumnPlace, ValueLinkWord } from "./link.ts";

interface CodeColumn extends ColumnPlace {
  /** Folded English name to the code that stands in the column. */
  readonly codes: ReadonlyMap<string, string>;
}

const MOST_CODES = 300;
const MILLISECONDS = 5000;
const COUNTRY = /^(country|countries|nation|nationality)$/u;
const LANGUAGE = /^(language|languages|lang|locale)$/u;
const CODE_NAMES = {
  region: new Intl.DisplayNames("en", { type: "region", fallback: "none" }),
  language: new Intl.DisplayNames("en", { type: "language", fallback: "none" }),
};

/** Columns of country and language codes (ISO 3166-1, 639-1), read once for a question: "Austria" stands there as AT. */
export async function readCodeColumns(
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<readonly CodeColumn[]> {
  const found: CodeColumn[] = [];
  for (const table of services.schema.tables) {
    for (const column of table.kind === "table" ? table.columns : []) {
      const words = nameWords(column.name);
      const type = words.some((word) => COUNTRY.test(word))
        ? "region"
        : words.some((word) => LANGUAGE.test(word))
          ? "language"
          : undefined;
      if (type === undefined || column.affinity !== "text") continue;
      const name = services.driver.dialect.identifier(column.name);
      const sql = `SELECT DISTINCT ${name} FROM ${qualifiedTable(services, table)} WHERE ${name} IS NOT NULL`;
      const { rows } = await services.driver.query(sql, [], {
        maxRows: MOST_CODES,
        milliseconds: MILLISECONDS,
        signal,
      });
      const values = rows.map(([cell]) => String(cell));
      const form = type === "region" ? /^[A-Z]{2}$/u : /^[a-z]{2}$/u;
      if (values.length === 0 || !values.every((value) => form.test(value))) continue;
      const codes = new Map(
        values.flatMap((value) => {
          const meaning = CODE_NAMES[type].of(value);
          return meaning === undefined ? [] : [[foldText(meaning), value] as const];
        }),
      );
      found.push({ table, column, codes });
    }
  }
  return found;
}

export function codeLinks(text: string, columns: readonly CodeColumn[]): readonly ValueLinkWord[] {
  return columns.flatMap(({ table, column, codes }): readonly ValueLinkWord[] => {
    const code = codes.get(foldText(text));
    const note = `Took "${text}" as ${table.name}.${column.name} '${code}'.`;
    return code === undefined
      ? []
      : [{ kind: "value", table, column, values: [code], score: 0.97, how: "meaning", note }];
  });
}
