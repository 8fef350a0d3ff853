import type { HttpBody } from "../http/http-message.ts";

const LONGEST = 2000;

/** A body as a person reads it. */
export function bodyText(body: HttpBody | undefined): string | undefined {
  if (body === undefined) return undefined;
  const text =
    body.kind === "text"
      ? body.text
      : body.kind === "bytes"
        ? `${body.bytes.length} bytes`
        : body.parts
            .map(
              ({ name, content }) =>
                `${name}: ${typeof content === "string" ? content : `${content.length} bytes`}`,
            )
            .join("; ");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}
