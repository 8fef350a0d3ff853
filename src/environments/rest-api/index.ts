/**
 * REST APIs: `loadDocument` reads an OpenAPI or Swagger document, `createRestApiEnvironment` makes an environment of it. docs/rest-api.md shows both.
 *
 * @packageDocumentation
 */

export {
  createRestApiEnvironment,
  type RestApiEnvironment,
  type RestApiEnvironmentOptions,
} from "./create-rest-api-environment.ts";
export type {
  ApiDocument,
  BodyContent,
  DocumentFault,
  Operation,
  Parameter,
  RequestBody,
  ResponseSpec,
  Schema,
  SecurityScheme,
  Server,
} from "./document/api-document.ts";
export { type DocumentSource, type LoadOptions, loadDocument } from "./document/load-document.ts";
export { fetchDocumentText } from "./http/fetch-document-text.ts";
export type { Credential, HttpSettings } from "./http/http-settings.ts";
export type { OperationRules } from "./rest-api-services.ts";
