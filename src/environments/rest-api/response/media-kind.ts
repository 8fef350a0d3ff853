export type MediaKind = "json" | "lines" | "csv" | "xml" | "html" | "binary" | "text";

/** What a media type says about a body; undefined where it says nothing, or nothing that can be trusted. */
export function mediaKind(mediaType: string | undefined): MediaKind | undefined {
  const type = (mediaType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (/ndjson|jsonlines|jsonl$|json-seq/.test(type)) return "lines";
  if (/[/+]json$|^text\/json$/.test(type)) return "json";
  if (/[/](?:csv|tab-separated-values)$/.test(type)) return "csv";
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) return "html";
  if (/[/+]xml$/.test(type)) return "xml";
  if (/^(?:image|audio|video|font)\/|\/(?:pdf|zip|gzip|x-tar|wasm|x-protobuf)$/.test(type)) return "binary";
  // Servers say text/plain and octet-stream of everything.
  return undefined;
}

/** Guesses from the first bytes. */
export function sniffKind(body: Uint8Array): MediaKind {
  const start = body.subarray(0, 1024);
  if (start.includes(0) && !hasWideMark(start)) return "binary";
  const text = new TextDecoder().decode(start).trimStart();
  if (/^(?:[[{"]|-?\d|true\b|false\b|null\b)/.test(text)) return "json";
  if (/^<(?:!doctype html|html)/i.test(text)) return "html";
  return text.startsWith("<") ? "xml" : "text";
}

/** A byte-order mark of UTF-16, in which zeros are usual. */
export function hasWideMark(body: Uint8Array): boolean {
  return (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);
}
