import { createHash } from "node:crypto";
import { checkEnvironmentId, defineEnvironment } from "../../environment/define-environment.ts";
import type { EgressWords } from "../../environment/egress/egress-level.ts";
import { type Marked, say } from "../../environment/egress/marks.ts";
import type { Environment } from "../../environment/environment.ts";
import { hasNoRules, type PrivacyRules, privacyKey } from "../../environment/privacy-rules.ts";
import type { MarkedFailure } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { createHttpClient } from "../http/create-http-client.ts";
import { checkCredentials } from "../http/credential-headers.ts";
import { isSurelyPrivate, isTrusted } from "../http/guarded-lookup.ts";
import type { HttpSettings } from "../http/http-message.ts";
import { apiCapability, effectOf } from "./api-capability.ts";
import { chooseServer } from "./choose-server.ts";
import { conclude } from "./conclude.ts";
import { describeApi, describeForTask } from "./describe-api.ts";
import type { ApiDocument, Operation } from "./document/api-document.ts";
import { createExtractor } from "./extract/create-extractor.ts";
import { createOperationIndex, operationRules } from "./operation-index.ts";
import type { FieldRule } from "./privacy/field-matcher.ts";
import { hideInDocument } from "./privacy/hide-in-document.ts";
import { privateChecker, privateHttpClient } from "./privacy/private-http-client.ts";
import { type ApiRules, resolveFieldRules } from "./privacy/resolve-field-rules.ts";
import { createArgumentChecker } from "./request/argument-checker.ts";
import { restApiReferences } from "./rest-api-references.ts";
import type { OperationRules, RestApiFacts, RestApiServices } from "./rest-api-services.ts";
import { type RestApiState, restApiStateSchema, workspaceText } from "./rest-api-state.ts";
import { createArgumentOrigins } from "./search/create-argument-origins.ts";
import { createOperationSearch } from "./search/rank-operations.ts";
import { callOperation } from "./tools/call-operation.ts";
import { extract } from "./tools/extract.ts";
import { describeOperation, findOperations } from "./tools/find-operations.ts";
import type { ToolCall } from "./tools/rest-api-tool.ts";

const ADVICE =
  "A value is named in braces: {e1} is what e1 holds, {e1[0].id} and {r1.results[0].id} are parts. Write it so as an argument of an operation that changes nothing, and in the final answer, where the person reads the value itself.";

/** Words that may leave without redaction: the document's texts (the API's schema), the question, and the texts and names of calls and extractions. */
function egressWords({ document, server }: Pick<RestApiServices, "document" | "server">): EgressWords {
  let known: ReadonlySet<string> | undefined;
  return {
    advice: ADVICE,
    names() {
      const { title, tags, operations, schemas } = document;
      const parts = { title, tags, operations, schemas: [...schemas], server };
      known ??= new Set(textsIn(parts as unknown as Json).map((text) => text.toLowerCase()));
      return known;
    },
    written({ state }) {
      const { question = "", calls, extractions } = state as unknown as RestApiState;
      const made = calls.flatMap(({ name, operation, arguments: given }) => [
        name,
        operation,
        ...textsIn(given),
      ]);
      const read = extractions.flatMap(({ name, expression = "", program = "" }) => [
        name,
        expression,
        program,
      ]);
      return [question, ...made, ...read];
    },
  };
}

function textsIn(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null || typeof value === "boolean") return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [String(value)];
  return Object.entries(value as JsonObject).flatMap(([name, each]) => [name, ...textsIn(each as Json)]);
}

/** A document, the server that it is about, and what may be sent there. */
export interface RestApiEnvironmentOptions extends Partial<OperationRules> {
  /** Letters, digits, `_` and `-`. */
  readonly id: string;
  /** As `loadDocument` gives it. */
  readonly document: ApiDocument;
  /** Base URL of the API; the document's first server unless given. */
  readonly server?: string;
  /**
   * What may be seen: `deny` names operations or fields of responses (`email`, `user.email`, `GET /users email`), `mask` names such fields. `allow` is
   * refused.
   */
  readonly privacy?: PrivacyRules;
  /** Credentials, headers and bounds of requests. */
  readonly http?: HttpSettings;
  /** One line about something that the person should know: a retry, a wait. */
  readonly onNotice?: (notice: string) => void;
}

/** A REST API seen through four tools: find operations, describe them, call them, extract from what they return (Query when need, Section 5.2). */
export interface RestApiEnvironment extends Environment {
  /** What its tools work with, for benchmarks and rules of your own. */
  readonly services: RestApiFacts;
}

/** In the order in which a run uses them. */
export const restApiTools = [findOperations, describeOperation, callOperation, extract];
const NOTHING_PRIVATE: ApiRules = { operations: [], fields: [] };
const READING_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * A REST API as an environment. Nothing is sent before a tool is used. Only GET, HEAD, OPTIONS and the operations in
 * `readOnly` are sent without permission (by `allow`, or by the person in a run).
 *
 * @throws FuxiError `configuration-invalid` for an id with other characters, a server that is no URL, a name in `allow`, `readOnly` or `deny` that
 * no operation has, a pattern in `privacy` that names nothing, or credentials under a name that no security scheme has
 */
export function createRestApiEnvironment(options: RestApiEnvironmentOptions): RestApiEnvironment {
  const { id, document, http = {} } = options;
  checkEnvironmentId(id);
  checkCredentials(document, http);
  const server = chooseServer(document, options.server);
  const trustedHosts = [...(http.trustedHosts ?? []), ...(server.trusted ? [new URL(server.url).host] : [])];
  const { privacy } = options;
  const hasPrivacy = privacy !== undefined && !hasNoRules(privacy);
  const { operations: denied, fields } = hasPrivacy ? resolveFieldRules(privacy, document) : NOTHING_PRIVATE;
  const { rules, allowedPaths, visible } = operationRules(document, {
    ...options,
    deny: [...(options.deny ?? []), ...denied],
  });
  const shown: ApiDocument =
    visible.length === document.operations.length ? document : { ...document, operations: visible };
  const seen = fields.length === 0 ? shown : hideInDocument(shown, fields).document;
  const basePaths = [new URL(server.url).pathname.replace(/\/$/u, "")];
  // Denied and masked fields are no source of arguments: the model never sees their values.
  const origins = createArgumentOrigins(
    fields.length === 0 ? seen : hideInDocument(shown, allDenied(fields)).document,
  );
  const readOnly = new Set(rules.readOnly);
  const isEffect = ({ id: operation, method }: Operation): boolean =>
    !READING_METHODS.includes(method) && !readOnly.has(operation);
  const everyOperation = createOperationIndex(document.operations, basePaths);
  const checker = createArgumentChecker({
    server: server.url,
    schemas: seen.schemas,
    origins,
  });
  const client = createHttpClient({
    settings: { ...http, trustedHosts },
    securitySchemes: document.securitySchemes,
    server: server.url,
    ...(options.onNotice === undefined ? {} : { onNotice: options.onNotice }),
  });
  const services: RestApiServices = {
    environment: id,
    document: seen,
    server: server.url,
    rules,
    allowedPaths,
    operations: createOperationIndex(seen.operations, basePaths),
    everyOperation,
    search: createOperationSearch(seen),
    origins,
    checker: fields.length === 0 ? checker : privateChecker(checker, fields, isEffect),
    extractor: createExtractor(),
    http: fields.length === 0 ? client : privateHttpClient(client, fields, everyOperation),
    isEffect,
  };
  if (!rules.dryRun) noticePrivateServer(new URL(server.url), trustedHosts, options);
  const environment = defineEnvironment<RestApiState, ToolCall, Marked>({
    id,
    kind: "rest-api",
    targetKey: createHash("sha256").update(server.url).digest("hex"),
    ...(hasPrivacy ? { policyKey: privacyKey(privacy) } : {}),
    egressWords: egressWords(services),
    tools: restApiTools,
    instructions: restApiInstructions(document, rules),
    capabilities: { api: apiCapability(services), references: restApiReferences(services) },
    state: restApiStateSchema,
    empty: (task) => ({
      ...(task === undefined ? {} : { question: task.question }),
      calls: [],
      extractions: [],
    }),
    open: (state, context) => ({ state, services, context }),
    describe: async () => describeApi(services),
    about: async (question) => describeForTask(services, question),
    workspaceText,
    effectOf: (action, { allowed = [] }) => effectOf(action, services, allowed),
    conclude: (claim, { state, context }) => conclude(state, claim, services, context),
    seeMore: say`Extract less of the response.`,
    failureOf: forgotten,
    close: async () => {
      await Promise.all([services.extractor.close(), services.http.close()]);
    },
  });
  return { ...environment, services };
}

function forgotten(error: unknown): MarkedFailure | undefined {
  if (!FuxiError.isInstance(error) || error.code !== "artifact-missing") return undefined;
  return {
    code: "unknown-response",
    message: say`A response is no longer kept. Make the call again.`,
    suggestions: [],
  };
}

const allDenied = (fields: readonly FieldRule[]): readonly FieldRule[] =>
  fields.map((rule) => ({ ...rule, does: "deny" }));

/** Warns at the start that the server is private. Otherwise the first call would report it, to a model that cannot fix it. */
function noticePrivateServer(
  server: URL,
  trustedHosts: readonly string[],
  { id, http, onNotice }: RestApiEnvironmentOptions,
): void {
  if (isTrusted(server, trustedHosts) || !isSurelyPrivate(server)) return;
  const advice = http?.advice?.privateServer?.(server.host);
  const notice = `${id}: the document's server, ${server.host}, is at a private address and will not be reached.`;
  onNotice?.(advice === undefined ? notice : `${notice} ${advice}`);
}

/** How to work with an API, for the model. */
function restApiInstructions({ title }: Pick<ApiDocument, "title">, { dryRun }: OperationRules): string {
  return [
    `Answer from the REST API "${title}". find_operations finds the operation for one step, describe_operation shows its arguments, call_operation calls it; responses are named r1, r2, … and are shown by their form and a sample, extract reads from the whole of them and names what it read e1, e2, …. Names are given in order, so the next one may be used in the same reply; a failed call takes none.`,
    "Ids come from responses, never from memory: search by name first. Of several things found, the one called exactly as in the question is meant. Filter, sort and count with extract, not by eye: the sample is not all.",
    dryRun ? "Requests are only shown here, not sent." : "",
    "The final answer is plain text, or the name of an extraction such as e2 where it is the answer as it stands.",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
