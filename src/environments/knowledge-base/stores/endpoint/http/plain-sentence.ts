import { scrubSecrets } from "../../../../../util/scrub-secrets.ts";
import { resolved } from "../results/xml-elements.ts";

const LONGEST = 300;

/** What a server said, as one line without markup, credentials and the query that some servers repeat; at most 300 characters. */
export function plainSentence(body: string, secrets: readonly string[]): string {
  const isMarkup = /^\s*<(?:!doctype|html|\?xml|[a-z]+[\s>])/iu.test(body);
  const title = isMarkup ? /<title[^>]*>([\s\S]*?)<\/title>/iu.exec(body)?.[1] : undefined;
  const said = isMarkup
    ? resolved(
        body
          .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/giu, " ")
          .replace(/<!--[\s\S]*?-->/gu, " ")
          .replace(/<[^>]*>/gu, " "),
      )
    : withoutQuery(body);
  const text = scrubSecrets([resolved(title ?? ""), said].join(" ").replace(/\s+/gu, " ").trim(), secrets);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Virtuoso puts the query after its message, Java servers a stack trace. */
function withoutQuery(body: string): string {
  return body
    .replace(/\n\s*SPARQL query:[\s\S]*/u, "")
    .replace(/^SPARQL-QUERY:[\s\S]*?(?=java\.)/u, "")
    .replace(/\n\s+at [\w.$/<>]+\([\s\S]*/u, "");
}
