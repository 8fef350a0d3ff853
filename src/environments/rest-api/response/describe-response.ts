import { changed, joined, type Marked, ownText, redacted, say } from "../../../environment/egress/marks.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import { type BodyList, listInBody } from "./list-in-body.ts";
import { type ReadBody, readBody } from "./read-body.ts";
import { renderShape } from "./render-shape.ts";
import { bytesText, clip, grouped, pathText, renderSample } from "./render-value.ts";
import { NAME, renderWhole } from "./render-whole.ts";

interface ResponseBody {
  readonly body: Uint8Array;
  /** The `content-type` header as it came, with its parameters. */
  readonly mediaType?: string | undefined;
}

/** A response as a model sees it, whatever its size. */
interface ResponseDescription {
  /** One line: `JSON, 12.3 kB; results: 20 items, total_results says 4,118`. */
  readonly summary: Marked;
  /** The shape of the actual data, much like a TypeScript type. `string` for text; empty for binary and empty bodies. */
  readonly schema: Marked;
  /** The data as tables, or its beginning. Omissions are named or counted. */
  readonly sample: Marked;
  /** True if the sample is verbatim text. */
  readonly isText?: boolean;
  /** Number of items in the main list. */
  readonly items?: number;
  /** The items by id and name, where they have names. */
  readonly names?: Marked;
  readonly findings: readonly MarkedFinding[];
}

/** `budget`: characters of the schema, and of the sample, which may be half as long again if it is the whole document. */
export function describeResponse({ body, mediaType }: ResponseBody, budget = 1500): ResponseDescription {
  const read = readBody(body, mediaType);
  const complaint = "complaint" in read ? read.complaint : undefined;
  const findings: readonly MarkedFinding[] =
    complaint === undefined
      ? []
      : [{ code: "not-as-documented", message: ownText(complaint), suggestions: [] }];
  const size = ownText(bytesText(body.length));
  switch (read.kind) {
    case "empty":
      return { summary: say`an empty body`, schema: say``, sample: say``, findings };
    case "binary":
      return {
        summary: say`no text: ${ownText(mediaType ?? "unknown type")}, ${size}`,
        schema: say``,
        sample: say``,
        findings,
      };
    case "json":
    case "lines":
    case "csv":
      return { ...describeJson(read, size, { budget, isSmall: body.length < SMALL * budget }), findings };
    default:
      return { ...describeText(read, size, budget), isText: true, findings };
  }
}

/** Part of the budget that a sample may take if it is the whole document. */
const MOST_WHOLE = 1.5;
/** A body of more than so many budgets is not shown whole. */
const SMALL = 10;

const KINDS = {
  json: "JSON",
  lines: "JSON in lines, read as a list",
  csv: "CSV, read as a list of objects",
} as const;

function describeJson(
  { kind, value, quoted }: Extract<ReadBody, { value: Json }>,
  size: Marked,
  { budget, isSmall }: { readonly budget: number; readonly isSmall: boolean },
): Omit<ResponseDescription, "findings"> {
  const list = listInBody(value);
  const counted = list === undefined ? "" : say`; ${countText(list)}`;
  const whole = isSmall ? renderWhole(value, MOST_WHOLE * budget) : undefined;
  // A document that is shown whole has the names in it.
  const names =
    list === undefined || whole !== undefined ? undefined : itemNames(list.items, Math.ceil(budget / 2));
  return {
    summary: say`${KINDS[kind]}, ${size}${counted}${quoted ? "; integers beyond 2^53 are given as text" : ""}`,
    schema: renderShape(value, budget),
    // Beside the names of all items, one or two items suffice as a sample.
    sample: whole ?? renderSample(value, names === undefined ? budget : Math.ceil(budget / 2)),
    ...(names === undefined ? {} : { names }),
    ...(list === undefined ? {} : { items: list.items.length }),
  };
}

function countText({ path, items, total }: BodyList): Marked {
  const counted = say`${ownText(grouped(items.length))} ${items.length === 1 ? "item" : "items"}`;
  const says =
    total === undefined ? "" : say`, ${pathText(total.member)} says ${ownText(grouped(total.count))}`;
  return say`${path.length === 0 ? "" : say`${pathText(path.join("."))}: `}${counted}${says}`;
}

function describeText(
  { kind, text }: Exclude<Extract<ReadBody, { text: string }>, { value: Json }>,
  size: Marked,
  budget: number,
): Omit<ResponseDescription, "findings"> {
  const what = kind === "text" ? "text" : say`${ownText(kind.toUpperCase())}, kept as text`;
  return {
    summary: say`${what}, ${size}, ${lines(text)}`,
    schema: say`string`,
    sample: toldLines(clip(text, budget)),
  };
}

/** Verbatim text is redacted as one value. */
const toldLines = (text: string): Marked => (text === "" ? say`` : redacted(text));

function lines(text: string): Marked {
  const count = text.split("\n").length;
  return say`${ownText(grouped(count))} ${count === 1 ? "line" : "lines"}`;
}

/** Fewer items are in the sample anyway. */
const FEWEST = 3;
const LONGEST_NAME = 60;

const ID = /^(?:id|_id|code|key|slug|uuid|sku|\w+_id)$/iu;

/**
 * Lists the items of a response's main list by id and name, as many as fit, for readers who look for one of them. Undefined if the items have no names.
 */
function itemNames(items: readonly Json[], budget: number): Marked | undefined {
  if (items.length < FEWEST) return undefined;
  const shown: Marked[] = [];
  let length = 0;
  for (const item of items) {
    const text = nameOf(item);
    if (text === undefined) return undefined;
    length += text.length + 2;
    if (length > budget) break;
    shown.push(text);
  }
  if (shown.length < FEWEST) return undefined;
  const more = items.length - shown.length;
  return say`${joined(shown, "; ")}${more > 0 ? say`; and ${ownText(grouped(more))} more` : ""}`;
}

function nameOf(item: Json): Marked | undefined {
  if (!isObject(item)) return undefined;
  const members = Object.entries(item);
  const named = members.find(([key, member]) => NAME.test(key) && typeof member === "string")?.[1];
  if (typeof named !== "string") return undefined;
  const id = members.find(
    ([key, member]) => ID.test(key) && (typeof member === "number" || typeof member === "string"),
  )?.[1];
  const name = named.length > LONGEST_NAME ? `${named.slice(0, LONGEST_NAME - 1)}…` : named;
  const quoted = changed(redacted(name), JSON.stringify);
  return id === undefined || id === named ? quoted : say`${redacted(String(id))} ${quoted}`;
}
