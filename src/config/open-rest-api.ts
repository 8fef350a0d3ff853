import type { Environment } from "../environment/environment.ts";
import { chooseCredentials } from "../environments/http/credential-headers.ts";
import type { Credential, SetupAdvice } from "../environments/http/http-message.ts";
import { createRestApiEnvironment } from "../environments/rest-api/create-rest-api-environment.ts";
import type { ApiDocument } from "../environments/rest-api/document/api-document.ts";
import { loadDocument } from "../environments/rest-api/document/load-document.ts";

import { apiCredentials, credentialVariable, readHeader } from "./api-credentials.ts";
import type { OpenOptions } from "./open-options.ts";

const SHOWN_FAULTS = 3;

/** @throws FuxiError of `loadDocument` and `createRestApiEnvironment` */
export async function openApiDocument(
  id: string,
  source: string,
  options: OpenOptions,
): Promise<Environment> {
  const document = await loadDocument(source, {
    signal: options.signal,
    allowOutside: options.api?.followOutside === true,
    trustedHosts: options.api?.trustHost ?? [],
  });
  return environmentOver(id, document, options, {});
}

/** The sample API, served for as long as the environment is open. */
export async function openCinemaApi(id: string, options: OpenOptions): Promise<Environment> {
  const { startCinemaApi } = await import("../samples/cinema/api/create-cinema-app.ts");
  const api = await startCinemaApi();
  try {
    const document = await loadDocument(api.documentUrl, { signal: options.signal });
    const credentials = Object.fromEntries(
      [...document.securitySchemes.keys()].map((name): [string, Credential] => [
        name,
        { type: "bearer", token: api.token },
      ]),
    );
    const { server: _, ...own } = options.api ?? {};
    const readOnly = [...(own.readOnly ?? []), "POST /films/query"];
    const environment = environmentOver(id, document, { ...options, api: { ...own, readOnly } }, credentials);
    return {
      ...environment,
      close: async () => {
        await environment.close();
        await api.close();
      },
    };
  } catch (error) {
    await api.close();
    throw error;
  }
}

function environmentOver(
  id: string,
  document: ApiDocument,
  { env, onWarning, api = {}, privacy }: OpenOptions,
  own: Readonly<Record<string, Credential>>,
): Environment {
  const { server, header = [], trustHost = [], followOutside: _, ...rules } = api;
  const credentials = { ...own, ...apiCredentials(document.securitySchemes, env) };
  for (const line of faultLines(document)) onWarning(`${id}: ${line}`);
  if (header.length === 0) {
    for (const line of lackingLines(document, credentials)) onWarning(`${id}: ${line}`);
  }
  return createRestApiEnvironment({
    id,
    document,
    ...(server === undefined ? {} : { server }),
    ...rules,
    ...(privacy === undefined ? {} : { privacy }),
    http: {
      credentials,
      headers: Object.fromEntries(header.map((text) => readHeader(text, env))),
      trustedHosts: trustHost,
      advice: ADVICE,
    },
    onNotice: onWarning,
  });
}

/** Advice for the person who starts the program. A model that reads it in a failure can only pass it on. */
const ADVICE: SetupAdvice = {
  privateServer: (host) =>
    `Whoever starts Fuxi can allow it with --trust-host ${host}, or name another server with --server.`,
  credentials: (schemes) =>
    `Whoever starts Fuxi can set them in the environment variable ${schemes.map(credentialVariable).join(" and ")}.`,
};

/** Warns if most operations need credentials that are not set. */
function lackingLines(
  { operations }: ApiDocument,
  credentials: Readonly<Record<string, Credential>>,
): readonly string[] {
  const lacking = operations.flatMap((operation) => {
    const names = chooseCredentials(operation, credentials).lacking;
    return names === undefined || names.length === 0 ? [] : [names];
  });
  if (lacking.length * 2 <= operations.length) return [];
  const variables = [...new Set((lacking[0] ?? []).map(credentialVariable))].join(" and ");
  return [
    `${lacking.length} of ${operations.length} operations want credentials; none are set (${variables}, or --header-file)`,
  ];
}

function faultLines({ faults }: ApiDocument): readonly string[] {
  if (faults.length === 0) return [];
  const shown = faults.slice(0, SHOWN_FAULTS).map(({ place, message }) => `${place}: ${message}`);
  const more = faults.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`and ${more} more faults in the document, none of which keeps it from being used`] : []),
  ];
}
