import type { Suggestion, ToolFailure } from "../../../environment/tool-failure.ts";
import type { ClauseName } from "../check/clause-subject.ts";
import type { ClausePiece } from "../draft/read-clause-text.ts";

/** The failure for a text that holds clauses of other tools: which tool takes which part, as ready calls. */
export function severalClauses(
  clause: ClauseName,
  argument: string,
  text: string,
  pieces: readonly ClausePiece[],
  part: string | undefined,
): ToolFailure {
  const names = [...new Set(pieces.map((piece) => piece.clause.replace("_", " ").toUpperCase()))];
  const whole =
    pieces.some((piece) => piece.clause === "with" || piece.clause === "set-operator") ||
    (pieces[0]?.clause === "select" && clause !== "select");
  const calls = pieces.flatMap((piece) => callFor(piece, part));
  const first: readonly Suggestion[] = whole
    ? [{ text: `check_query(${quoted(text)})`, reason: "takes a whole query" }]
    : [];
  return {
    code: "invalid-arguments",
    message:
      names.length === 1
        ? `This is a ${names[0]} clause; ${clause} does not take it.`
        : `${clause} takes one clause, and this text holds ${names.join(", ")}.`,
    part: { clause, argument, text },
    suggestions: [...first, ...calls],
  };
}

function callFor(piece: ClausePiece, part: string | undefined): readonly Suggestion[] {
  if (piece.clause === "with" || piece.clause === "set-operator" || piece.clause === "window") return [];
  const place = part === undefined || part === "main" ? "" : `, part=${quoted(part)}`;
  return [{ text: `${piece.clause}(${quoted(piece.text)}${place})`, reason: "its own call" }];
}

function quoted(text: string): string {
  return JSON.stringify(text.replace(/\s+/gu, " ").trim());
}
