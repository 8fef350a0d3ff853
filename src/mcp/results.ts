import type { CallToolResult } from "@modelcontextprotocol/server";
import { renderFailure } from "../agent/render-result.ts";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import { boundedFailure } from "../environment/bounds.ts";
import type { Principal } from "../environment/principal.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { visibleBlock } from "../util/visible-text.ts";
import type { ToolReply } from "./tools/mcp-tool.ts";

type ResultReply = Extract<ToolReply, { type: "result" }>;

/** Key in `_meta` for a failure as data. Structured content is not used for failures: it has to match the schema of results. */
export const FAILURE_META = "fuxi/failure";

export function replyResult({ text, data, links = [] }: ResultReply): CallToolResult {
  return {
    content: [
      { type: "text", text },
      ...links.map(({ uri, name, mediaType, bytes }) => ({
        type: "resource_link" as const,
        uri,
        name,
        mimeType: mediaType,
        size: bytes,
      })),
    ],
    structuredContent: { ...data },
  };
}

/** The result for a failure that the model can fix, with the advice as text. */
export function failureResult(given: ToolFailure): CallToolResult {
  const failure = boundedFailure(given);
  return {
    isError: true,
    content: [{ type: "text", text: renderFailure(failure) }],
    _meta: { [FAILURE_META]: { ...failure } },
  };
}

/** The result for an error that the model cannot fix: code, message and hint for a person. Internal errors show no details. */
export function errorResult(error: unknown): CallToolResult {
  const known = FuxiError.isInstance(error) && error.code !== "internal" ? error : undefined;
  const code = known?.code ?? "internal";
  const message = known?.message ?? "Something went wrong inside the server; its log says what.";
  const hint = known?.hint === undefined ? "" : ` ${known.hint}`;
  return {
    isError: true,
    content: [{ type: "text", text: visibleBlock(`error ${code}: ${message}${hint}`) }],
    _meta: { [FAILURE_META]: { code, message: `${message}${hint}`, suggestions: [] } },
  };
}

const PREFIX = "fuxi://results/";

/** RFC 6570, for `resources/templates/list`. */
export const RESULT_URI_TEMPLATE = `${PREFIX}{sha256}`;

export const resultUri = (sha256: string): string => `${PREFIX}${sha256}`;

/** The digest that a URI names; undefined for any other URI. */
function sha256OfUri(uri: string): string | undefined {
  return /^fuxi:\/\/results\/([0-9a-f]{64})$/u.exec(uri)?.[1];
}

/** Larger replies are refused: no client can use them. */
const MOST_RESULT_BYTES = 16 * 1024 * 1024;

/**
 * The text of a whole result. Undefined if the principal has no such result (it never existed, expired, or is another's), or if there
 * is no artifact store.
 * @throws FuxiError `artifact-too-large` above `MOST_RESULT_BYTES`
 */
export async function readResult(
  uri: string,
  principal: Principal,
  artifacts: ArtifactStore | undefined,
): Promise<string | undefined> {
  const sha256 = sha256OfUri(uri);
  if (sha256 === undefined || artifacts === undefined) return undefined;
  const content = await artifacts.get(sha256, principal).catch((error: unknown) => {
    if (FuxiError.isInstance(error) && error.code === "artifact-missing") return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  if (content.byteLength > MOST_RESULT_BYTES) {
    throw new FuxiError(
      "artifact-too-large",
      `The result has ${content.byteLength} bytes; ${MOST_RESULT_BYTES} can be read.`,
      {
        hint: "Narrow the query that it came from.",
      },
    );
  }
  return new TextDecoder().decode(content);
}
