import { malformedAnswer } from "./malformed-answer.ts";

export interface XmlElement {
  /** Without a namespace prefix. */
  readonly name: string;
  /** By their names as written. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly in it, entities resolved. */
  readonly text: string;
}

interface OpenElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/gy;

/** Enough of XML for SPARQL results: no DOCTYPE, and so no entities of its own. @throws TripleStoreError `malformed` */
export function parseXml(text: string): XmlElement {
  const top: OpenElement = { name: "", attributes: {}, children: [], text: "" };
  const open: OpenElement[] = [top];
  TOKEN.lastIndex = text.startsWith("\uFEFF") ? 1 : 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text);
    if (token === null) throw malformedAnswer("is not valid XML, or ends in the middle");
    const [, data, closing, opening, attributes, empty, characters] = token;
    const current = open.at(-1) as OpenElement;
    if (data !== undefined) current.text += data;
    else if (characters !== undefined) current.text += resolved(characters);
    else if (opening !== undefined) {
      const element = {
        name: local(opening),
        attributes: readAttributes(attributes ?? ""),
        children: [],
        text: "",
      };
      current.children.push(element);
      if (empty === "") open.push(element);
    } else if (closing !== undefined) {
      if (open.length === 1 || current.name !== local(closing))
        throw malformedAnswer(`is not valid XML: </${closing.slice(0, 40)}> closes nothing`);
      open.pop();
    }
  }
  const root = top.children[0];
  if (open.length > 1) throw malformedAnswer("ends in the middle");
  if (root === undefined || top.children.length > 1) throw malformedAnswer("is not valid XML");
  return root;
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu))
    attributes[name as string] = resolved(double ?? single ?? "");
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

export function resolved(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/giu, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = /^#x/iu.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
