import { told } from "../../../environment/egress/egress-scope.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import { bytesText, clip, grouped } from "./clip.ts";
import { countItems, type ItemCount } from "./count-items.ts";
import { inferShape } from "./infer-shape.ts";
import { itemNames } from "./item-names.ts";
import { htmlText, htmlTitle, xmlOutline } from "./markup-outline.ts";
import { type ReadBody, readBody } from "./read-body.ts";
import { renderSample } from "./render-sample.ts";
import { renderShape } from "./render-shape.ts";

export interface ResponseBody {
  readonly body: Uint8Array;
  /** The `content-type` header as it came, with its parameters. */
  readonly mediaType?: string | undefined;
  /** What the document says; shown where the response has no items to tell the form by. */
  readonly documentedSchema?: string | undefined;
}

/** A response as a model sees it, whatever its size. */
export interface ResponseDescription {
  /** One line: `JSON, 12.3 kB; results: 20 items, total_results says 4,118`. */
  readonly summary: string;
  /** The form of the actual data, much like a TypeScript type; an outline for XML; empty for what has none. */
  readonly schema: string;
  /** The beginning, with what is left out counted. */
  readonly sample: string;
  /** The sample is text as it came, in lines of its own. */
  readonly isText?: boolean;
  readonly total?: ItemCount;
  /** The items by id and name, where they have names. */
  readonly names?: string;
  readonly findings: readonly Finding[];
}

/** `budget`: characters of the schema, and of the sample. */
export function describeResponse(response: ResponseBody, budget = 1500): ResponseDescription {
  const { body, mediaType } = response;
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
      return { ...describeJson(read, response, budget), findings };
    default:
      return { ...describeText(read, size, budget), isText: true, findings };
  }
}

const KINDS = { json: "JSON", lines: "JSON in lines, read as a list", csv: "CSV, read as a list of objects" };

function describeJson(
  { kind, read, quoted }: Extract<ReadBody, { document: Uint8Array }>,
  { body, documentedSchema }: ResponseBody,
  budget: number,
): Omit<ResponseDescription, "findings"> {
  const total = countItems(read);
  const told = total === undefined ? "" : `; ${countText(total)}`;
  const inferred = renderShape(inferShape(read), budget);
  // An empty list says nothing about its items.
  const bare = total?.items === 0 && documentedSchema !== undefined && documentedSchema !== "";
  const names = total === undefined ? undefined : itemNames(read, total, Math.ceil(budget / 2));
  return {
    summary: `${KINDS[kind]}, ${bytesText(body.length)}${told}${quoted ? "; integers beyond 2^53 are given as text" : ""}`,
    schema: bare ? `${inferred}\nas documented: ${clip(documentedSchema, budget)}` : inferred,
    // With the names of all, one or two items show the rest.
    sample: renderSample(read, names === undefined ? budget : Math.ceil(budget / 2)),
    ...(names === undefined ? {} : { names }),
    ...(total === undefined ? {} : { total }),
  };
}

function countText({ list, items, total }: ItemCount): string {
  const counted = `${grouped(items)} ${items === 1 ? "item" : "items"}`;
  const says = total === undefined ? "" : `, ${total.member} says ${grouped(total.count)}`;
  return `${list === "" ? "" : `${list}: `}${counted}${says}`;
}

function describeText(
  { kind, text }: Extract<ReadBody, { text: string }>,
  size: string,
  budget: number,
): Omit<ResponseDescription, "findings"> {
  if (kind === "xml")
    return {
      summary: `XML, ${size}, kept as text`,
      schema: xmlOutline(text, budget),
      sample: toldLines(clip(text, budget)),
    };
  if (kind === "text")
    return {
      summary: `text, ${size}, ${lines(text)}`,
      schema: "string",
      sample: toldLines(clip(text, budget)),
    };
  const title = htmlTitle(text);
  const titled = title === undefined ? "" : `, titled ${JSON.stringify(told(clip(title, 80)))}`;
  return {
    summary: `HTML, ${size}${titled}, kept as text`,
    schema: "string",
    sample: toldLines(clip(htmlText(text), budget)),
  };
}

/** A text as it came is one value. */
const toldLines = (text: string): string => (text === "" ? text : told(text));

function lines(text: string): string {
  const count = text.split("\n").length;
  return `${grouped(count)} ${count === 1 ? "line" : "lines"}`;
}
