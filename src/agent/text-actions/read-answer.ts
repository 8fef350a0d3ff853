import { readJson, stripThinking } from "./literal-reader.ts";

/** A fence whose end is missing goes to the end of the text. */
const FENCED = /```[ \t]*([\w-]*)[^\n`]*\n([\s\S]*?)(?:```|$)/gu;
const SQL_FENCE = /^(?:sql|sqlite3?|postgres(?:ql)?|mysql|mariadb|duckdb|plpgsql)$/iu;
const QUERY = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()*(?:SELECT\b|WITH\s+[\w"`[]|VALUES\s*\()/iu;
/** A query in running text: at the start of a line or behind a label, up to a semicolon outside quotes or a blank line. */
const RUNNING =
  /(?:^|\n)(?:[^\n`:]{0,60}:)?[ \t>*]*((?:SELECT|WITH\s+(?:RECURSIVE\s+)?[\w"]+\s*(?:\([^()]*\)\s*)?AS)\b(?:'[^']*'|[^;])*?)(?:;|\n\s*\n|$)/iu;

/** The query of a reply in words: the last one in a fence, else the first in the running text; undefined where there is none. */
export function readSql(reply: string): { readonly sql: string; readonly thought: string } | undefined {
  const text = stripThinking(reply);
  const fences = [...text.matchAll(FENCED)].filter(
    ([, language = "", body = ""]) => body.trim() !== "" && (SQL_FENCE.test(language) || QUERY.test(body)),
  );
  const last = fences.at(-1);
  if (last !== undefined) return { sql: (last[2] ?? "").trim(), thought: text.slice(0, last.index).trim() };
  const running = RUNNING.exec(text);
  const sql = running?.[1]?.trim();
  return sql === undefined ? undefined : { sql, thought: text.slice(0, running?.index).trim() };
}

const LABEL = /(?:^|\n)[ \t*_#>-]*(?:final\s+)?answers?[ \t*_]*:[ \t*_]*/giu;

interface AnswerList {
  readonly names: readonly string[];
  readonly thought: string;
}

/** The names behind the last `Answer:` of a reply, or a reply that is a list; undefined where there is neither. */
export function readAnswerList(reply: string): AnswerList | undefined {
  const text = stripThinking(reply);
  const label = [...text.matchAll(LABEL)].at(-1);
  if (label !== undefined) {
    const names = namesIn(text.slice(label.index + label[0].length));
    return { names, thought: text.slice(0, label.index).trim() };
  }
  const bare = text.replace(/^```\w*\s*|\s*```$/gu, "").trim();
  return bare.startsWith("[") && bare.endsWith("]") ? { names: namesIn(bare), thought: "" } : undefined;
}

function namesIn(written: string): readonly string[] {
  const text = written.replace(/^\s*```\w*\s*/u, "").trim();
  const end = text.lastIndexOf("]");
  const list = text.startsWith("[") && end > 0 ? text.slice(0, end + 1) : undefined;
  const read = list === undefined ? undefined : readJson(list);
  const names = Array.isArray(read) ? read.map(String) : parts(list?.slice(1, -1) ?? text);
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== "" && !isNothing(name)))];
}

/** One on each line, or on one line between commas. */
function parts(text: string): readonly string[] {
  const lines = (text.split(/\n\s*\n/u)[0] ?? "").split("\n");
  const all = lines.length > 1 ? lines : text.split(/[,;](?=\s)/u);
  return all.map((part) =>
    part
      .trim()
      .replace(/^(?:[-*•]|\d+[.)])\s+/u, "")
      .replace(/,$/u, "")
      .replace(/^(["'`*]+)(.*?)\1\.?$/u, "$2"),
  );
}

const isNothing = (name: string): boolean => /^(?:none|nothing|unknown|n\/a|\[\])\.?$/iu.test(name);
