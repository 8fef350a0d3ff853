import { told } from "../../../environment/egress/egress-scope.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import { type BodyList, listInBody } from "./list-in-body.ts";
import { type ReadBody, readBody } from "./read-body.ts";
import { renderShape } from "./render-shape.ts";
import { bytesText, clip, grouped, renderSample } from "./render-value.ts";

interface ResponseBody {
  readonly body: Uint8Array;
  /** The `content-type` header as it came, with its parameters. */
  readonly mediaType?: string | undefined;
}

/** A response as a model sees it, whatever its size. */
interface ResponseDescription {
  /** One line: `JSON, 12.3 kB; results: 20 items, total_results says 4,118`. */
  readonly summary: string;
  /** The form of the actual data, much like a TypeScript type; `string` for text; empty for what has none. */
  readonly schema: string;
  /** The beginning, with what is left out counted. */
  readonly sample: string;
  /** The sample is text as it came, in lines of its own. */
  readonly isText?: boolean;
  /** Items of the list that it is about. */
  readonly items?: number;
  /** The items by id and name, where they have names. */
  readonly names?: string;
  readonly findings: readonly Finding[];
}

/** `budget`: characters of the schema, and of the sample. */
export function describeResponse({ body, mediaType }: ResponseBody, budget = 1500): ResponseDescription {
  const read = readBody(body, mediaType);
  const complaint = "complaint" in read ? read.complaint : undefined;
  const findings: readonly Finding[] =
    complaint === undefined ? [] : [{ code: "not-as-documented", message: complaint, suggestions: [] }];
  const size = bytesText(body.length);
  switch (read.kind) {
    case "empty":
      return { summary: "an empty body", schema: "", sample: "", findings };
    case "binary":
      return {
        summary: `no text: ${mediaType ?? "unknown type"}, ${size}`,
        schema: "",
        sample: "",
        findings,
      };
    case "json":
    case "lines":
    case "csv":
      return { ...describeJson(read, size, budget), findings };
    default:
      return { ...describeText(read, size, budget), isText: true, findings };
  }
}

const KINDS = { json: "JSON", lines: "JSON in lines, read as a list", csv: "CSV, read as a list of objects" };

function describeJson(
  { kind, value, quoted }: Extract<ReadBody, { value: Json }>,
  size: string,
  budget: number,
): Omit<ResponseDescription, "findings"> {
  const list = listInBody(value);
  const counted = list === undefined ? "" : `; ${countText(list)}`;
  const names = list === undefined ? undefined : itemNames(list.items, Math.ceil(budget / 2));
  return {
    summary: `${KINDS[kind]}, ${size}${counted}${quoted ? "; integers beyond 2^53 are given as text" : ""}`,
    schema: renderShape(value, budget),
    // With the names of all, one or two items show the rest.
    sample: renderSample(value, names === undefined ? budget : Math.ceil(budget / 2)),
    ...(names === undefined ? {} : { names }),
    ...(list === undefined ? {} : { items: list.items.length }),
  };
}

function countText({ path, items, total }: BodyList): string {
  const counted = `${grouped(items.length)} ${items.length === 1 ? "item" : "items"}`;
  const says = total === undefined ? "" : `, ${total.member} says ${grouped(total.count)}`;
  return `${path.length === 0 ? "" : `${path.join(".")}: `}${counted}${says}`;
}

function describeText(
  { kind, text }: Exclude<Extract<ReadBody, { text: string }>, { value: Json }>,
  size: string,
  budget: number,
): Omit<ResponseDescription, "findings"> {
  const what = kind === "text" ? "text" : `${kind.toUpperCase()}, kept as text`;
  return {
    summary: `${what}, ${size}, ${lines(text)}`,
    schema: "string",
    sample: toldLines(clip(text, budget)),
  };
}

/** A text as it came is one value. */
const toldLines = (text: string): string => (text === "" ? text : told(text));

function lines(text: string): string {
  const count = text.split("\n").length;
  return `${grouped(count)} ${count === 1 ? "line" : "lines"}`;
}

/** Fewer are in the sample anyway. */
const FEWEST = 3;
const LONGEST_NAME = 60;

const NAME = /^(?:title|name|label|full_?name|display_?name|headline|subject)$/iu;
const ID = /^(?:id|_id|code|key|slug|uuid|sku|\w+_id)$/iu;

/**
 * The items of the list that a response is about by id and name, as many as fit: what somebody needs first who looks for one of them. Undefined where items have no
 * names.
 */
function itemNames(items: readonly Json[], budget: number): string | undefined {
  if (items.length < FEWEST) return undefined;
  const shown: string[] = [];
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
  return `${shown.join("; ")}${more > 0 ? `; and ${grouped(more)} more` : ""}`;
}

function nameOf(item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  const members = Object.entries(item);
  const named = members.find(([key, member]) => NAME.test(key) && typeof member === "string")?.[1];
  if (typeof named !== "string") return undefined;
  const id = members.find(
    ([key, member]) => ID.test(key) && (typeof member === "number" || typeof member === "string"),
  )?.[1];
  const name = named.length > LONGEST_NAME ? `${named.slice(0, LONGEST_NAME - 1)}…` : named;
  return id === undefined || id === named
    ? JSON.stringify(told(name))
    : `${told(String(id))} ${JSON.stringify(told(name))}`;
}
