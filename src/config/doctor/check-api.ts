import { failureOf } from "../../environments/http/http-failure.ts";
import { createHttpTransport } from "../../environments/http/http-transport.ts";
import { chooseServer } from "../../environments/rest-api/choose-server.ts";
import type { ApiDocument } from "../../environments/rest-api/document/api-document.ts";
import { loadDocument } from "../../environments/rest-api/document/load-document.ts";
import { apiCredentials, credentialVariable } from "../api-credentials.ts";
import type { OpenOptions } from "../open-options.ts";
import { type Examination, type Finding, fault, warning } from "./check.ts";

const SHOWN_FAULTS = 3;
const REACH_MILLISECONDS = 10_000;
const REACH_BYTES = 1_000_000;

/** Checks that an API's document is usable, that credentials are set, and that its server answers. No operation is called. */
export async function checkApi(source: string, exam: Examination, options: OpenOptions): Promise<void> {
  const { signal, api = {} } = options;
  const trustedHosts = [...hostOf(source), ...(api.trustHost ?? [])];
  const opened: { document?: ApiDocument } = {};
  const isUsable = await exam.look("document", async () => {
    opened.document = await loadDocument(source, {
      signal,
      allowOutside: api.followOutside === true,
      trustedHosts,
    });
    return documentDiagnoses(opened.document);
  });
  const { document } = opened;
  if (!isUsable || document === undefined) return;
  await exam.look("credentials", () => credentialsDiagnosis(document, options));
  await exam.look("API server", () => serverDiagnosis(document, trustedHosts, options));
}

function hostOf(source: string): readonly string[] {
  return /^https?:/iu.test(source) && URL.canParse(source) ? [new URL(source).host] : [];
}

function documentDiagnoses({ format, operations, faults }: ApiDocument): readonly Finding[] {
  return [
    `It can be read (${format}, ${operations.length} ${operations.length === 1 ? "operation" : "operations"}).`,
    ...faults.slice(0, SHOWN_FAULTS).map(({ place, message }) => warning(`${place}: ${message}`)),
    ...(faults.length > SHOWN_FAULTS
      ? [warning(`and ${faults.length - SHOWN_FAULTS} more faults in the document`)]
      : []),
  ];
}

function credentialsDiagnosis({ securitySchemes }: ApiDocument, { env, api = {} }: OpenOptions): Finding {
  if (securitySchemes.size === 0) return "The document names no credentials.";
  const set = apiCredentials(securitySchemes, env);
  const missing = [...securitySchemes.keys()].filter((scheme) => set[scheme] === undefined);
  if (missing.length < securitySchemes.size || (api.header ?? api.headerFile ?? []).length > 0) {
    const found = Object.keys(set);
    return `There are credentials${found.length > 0 ? ` for ${found.join(", ")}` : ""}.`;
  }
  return warning(
    `None of the document's credentials are set (${missing.join(", ")}).`,
    missing.map((scheme) => `export ${credentialVariable(scheme)}=…`).join("\n"),
  );
}

/** Sends a HEAD request to the base address, without credentials. Any status means that the server answers. */
async function serverDiagnosis(
  document: ApiDocument,
  trustedHosts: readonly string[],
  { api = {}, signal }: OpenOptions,
): Promise<Finding> {
  const { url } = chooseServer(document, api.server);
  const { host } = new URL(url);
  const transport = createHttpTransport({
    trustedHosts: api.server === undefined ? trustedHosts : [...trustedHosts, host],
  });
  try {
    if (!transport.mayReach(new URL(url))) return privateAddress(host);
    const started = performance.now();
    const { status } = await transport.exchange({
      method: "HEAD",
      url: new URL(url),
      headers: {},
      signal: AbortSignal.any([signal, AbortSignal.timeout(REACH_MILLISECONDS)]),
      mostBytes: REACH_BYTES,
    });
    const took = Math.round(performance.now() - started);
    return `${host} answers (status ${status} to HEAD of its base, ${took} ms).`;
  } catch (error) {
    const { kind, message } = failureOf(error, (text) => text);
    if (kind === "forbidden-address") return privateAddress(host);
    return fault(
      `${host}: ${message}`,
      "Name the right server with --server URL, or check that this machine may reach it.",
    );
  } finally {
    await transport.close();
  }
}

function privateAddress(host: string): Finding {
  return fault(
    `${host} is at a private address, which is not reached unless somebody allows it.`,
    `--trust-host ${host}`,
  );
}
