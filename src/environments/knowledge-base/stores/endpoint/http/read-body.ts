import { TripleStoreError } from "../../../store/triple-store-error.ts";

/** The body as text, decompressed. @throws TripleStoreError `too-large`, and what fetch throws for a connection that broke */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder("utf-8");
  const parts: string[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      throw new TripleStoreError({
        kind: "too-large",
        engineMessage: `The answer is larger than ${Math.round(maxBytes / 2 ** 20)} MiB.`,
      });
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join("");
}
