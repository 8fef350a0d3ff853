import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";

/**
 * `fetch` for one POST, without the built-in one's limit of 300 seconds until the first byte: a local model on a processor without graphics
 * card, or a person answering in a model's place, may take longer. Cancelling is the caller's signal. Redirects are not followed.
 */
export const patientFetch: typeof fetch = (input, init = {}) =>
  new Promise<Response>((resolve, reject) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const headers = Object.fromEntries(new Headers(init.headers));
    const signal = init.signal ?? undefined;
    const body = typeof init.body === "string" ? Buffer.from(init.body) : undefined;
    if (body !== undefined) headers["content-length"] = String(body.length);
    const outgoing = send(url, { method: init.method ?? "GET", headers, ...(signal ? { signal } : {}) });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      const answer = new Headers();
      for (const [name, value] of Object.entries(incoming.headers)) {
        for (const one of [value ?? []].flat()) answer.append(name, one);
      }
      const status = incoming.statusCode ?? 500;
      const empty = status === 204 || status === 304;
      if (empty) incoming.resume();
      const content = empty ? null : (Readable.toWeb(decoded(incoming)) as ReadableStream<Uint8Array>);
      resolve(new Response(content, { status, headers: answer }));
    });
    outgoing.end(body);
  });

/** None is asked for, but some proxies compress all the same. */
function decoded(incoming: IncomingMessage): Readable {
  const encoding = incoming.headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return incoming;
  // An error of either stream reaches the reader of the last one.
  return pipeline(incoming, encoding === "br" ? createBrotliDecompress() : createUnzip(), () => {});
}
