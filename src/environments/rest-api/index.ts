/**
 * REST APIs: `loadDocument` reads an OpenAPI or Swagger document, `createRestApiEnvironment` makes an environment of it. docs/rest-api.md shows both.
 *
 * @packageDocumentation
 */

import "../../util/needed-node.ts";

export type { PrivacyRules } from "../../environment/privacy-rules.ts";
export {
  createRestApiEnvironment,
  type RestApiEnvironment,
  type RestApiEnvironmentOptions,
} from "./create-rest-api-environment.ts";
export {
  type ApiDocument,
  type BodyContent,
  type DocumentFault,
  type Operation,
  PARAMETER_PLACES,
  type Parameter,
  type ParameterPlace,
  type PartEncoding,
  type RequestBody,
  type ResponseSpec,
  type Schema,
  type SecurityNeed,
  type SecurityScheme,
} from "./document/api-document.ts";
export { type DocumentSource, type LoadOptions, loadDocument } from "./document/load-document.ts";
export { type FetchDocumentOptions, fetchDocumentText } from "./http/fetch-document-text.ts";
export type { Credential, HttpSettings, SetupAdvice } from "./http/http-message.ts";
export type { OperationRules, RestApiFacts } from "./rest-api-services.ts";
