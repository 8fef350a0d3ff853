import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { EditedStatement } from "./edited-statement.ts";

/** The engine's own guard names what it guards. */
const GUARDED = /\bprohibited\b|not authorized to read|^authorization denied|^No database selected/iu;

/** The error in words of the text that was given: nothing of what was put into it, and no place there. */
export function inOwnText(
  error: SqlEngineError,
  sql: string,
  edited: EditedStatement,
  reader: string,
): SqlEngineError {
  const { offset, identifier, ...facts } = error.facts;
  if (GUARDED.test(facts.engineMessage)) {
    return new SqlEngineError({
      kind: "not-read-only",
      engineMessage: "The statement reads something that cannot be read here.",
    });
  }
  const own = offset === undefined ? onlyPlaceOf(identifier, sql) : edited.ownOffset(offset);
  return new SqlEngineError({
    ...facts,
    engineMessage: inOwnQuote(facts.engineMessage, sql, own, reader),
    ...(identifier === undefined ? {} : { identifier }),
    ...(own === undefined ? {} : { offset: own }),
  });
}

/** Syntax errors quote what stands behind their place, and that may be what was put into the statement. */
function inOwnQuote(message: string, sql: string, own: number | undefined, reader: string): string {
  const [, quote = ""] = / near '(.*)' at line \d+$/su.exec(message) ?? [];
  if (quote !== "" && !sql.includes(quote.replace(/\.{3}$/u, ""))) {
    const rest = own === undefined ? "" : sql.slice(own);
    const shown = rest.length > LONGEST_QUOTE ? `${rest.slice(0, LONGEST_QUOTE)}...` : rest;
    return message.replace(` near '${quote}'`, () => (shown === "" ? "" : ` near '${shown}'`));
  }
  return message.includes(reader)
    ? "The statement cannot be run where parts of the database are hidden"
    : message;
}

const LONGEST_QUOTE = 77;

/** Engines that look for the place themselves find the name in what was put before the statement, too. */
function onlyPlaceOf(identifier: string | undefined, sql: string): number | undefined {
  if (identifier === undefined || identifier === "") return undefined;
  const escaped = identifier.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const places = [...sql.matchAll(new RegExp(`(?<![\\w.])${escaped}(?!\\w)`, "giu"))];
  return places.length === 1 ? places[0]?.index : undefined;
}
