import { renderFinding } from "../../agent/render-result.ts";
import type { Answer, Evidence } from "../../environment/answer.ts";
import type { ArtifactRef } from "../../environment/artifact-store.ts";
import type { ConcludeResult } from "../../environment/environment.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { resultUri } from "../results/result-uri.ts";
import type { ResultLink, ToolReply } from "./mcp-tool.ts";

/** The call that an answer came of. */
export interface ConcludeCall {
  readonly claim: string | undefined;
  /** The handle of what was handed in, where the call named an older one. */
  readonly newer: string | undefined;
}

/** An accepted answer as the result of a call: its rows or value, what it rests on, and last what may be wrong with it. */
export function concludeReply(
  { answer, evidence, warnings = [] }: Extract<ConcludeResult, { readonly answer: Answer }>,
  { claim, newer }: ConcludeCall,
): ToolReply {
  const { rows: table, members, value } = answer;
  const full = table?.full;
  const rests = evidenceJson(evidence);
  const isClaimed = answer.text === claim?.trim();
  // Rows say it better than their summary in a line; what was claimed in words stands beside them, to be held against them.
  const inRows =
    table !== undefined &&
    (isClaimed ? cellText(value ?? null) !== answer.text : table.total > 0 && value === undefined);
  const said = inRows && !isClaimed ? [] : [`Answer: ${answer.text}`];
  const text = [
    ...said,
    ...(inRows ? tableLines(table, said.length === 0 ? "Answer: " : "") : []),
    ...Object.entries(rests).map(
      ([name, part]) => `${name}: ${typeof part === "string" ? part : JSON.stringify(part)}`,
    ),
    ...(full === undefined
      ? []
      : [
          `all rows: the resource ${resultUri(full.sha256)} of this server (JSON lines, ${full.bytes} bytes)`,
        ]),
    ...(newer === undefined
      ? []
      : [`workspace: ${newer} (newer than the one that was named, and handed in as it is now)`]),
    ...warnings.flatMap((finding) => renderFinding("warning", finding)),
  ].join("\n");
  return {
    type: "result",
    text,
    data: {
      text,
      answer: answer.text,
      ...(table === undefined
        ? {}
        : { total: table.total, columns: table.columns, rows: table.rows as readonly Json[] }),
      ...(members === undefined ? {} : { members }),
      ...(value === undefined ? {} : { value }),
      evidence: rests,
      ...(full === undefined ? {} : { full: resultUri(full.sha256) }),
      ...(newer === undefined ? {} : { workspace: newer }),
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
    },
    ...(full === undefined ? {} : { links: [linkTo(full)] }),
  };
}

/** The text shows as many rows as a reader can take in; the data holds the whole preview. */
const MOST_LINES = 20;

function tableLines({ columns, rows, total }: NonNullable<Answer["rows"]>, head: string): readonly string[] {
  const shown = rows.slice(0, MOST_LINES);
  return [
    `${head}${total} row${total === 1 ? "" : "s"}`,
    columns.join(" | "),
    ...shown.map((row) => row.map(cellText).join(" | ")),
    ...(total > shown.length ? [`… ${total - shown.length} more rows`] : []),
  ];
}

function cellText(cell: Json): string {
  if (cell === null) return "NULL";
  return cell === "" ? '""' : String(cell);
}

function evidenceJson({ sql, program, sparql, sentence, calls }: Evidence): JsonObject {
  return {
    ...(sql === undefined ? {} : { sql }),
    ...(sentence === undefined ? {} : { sentence }),
    ...(program === undefined ? {} : { program }),
    ...(sparql === undefined ? {} : { sparql }),
    ...(calls === undefined ? {} : { calls }),
  };
}

function linkTo({ sha256, bytes, mediaType }: ArtifactRef): ResultLink {
  return { uri: resultUri(sha256), name: "all rows", mediaType, bytes };
}
