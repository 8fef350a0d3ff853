/**
 * REST APIs from their parts, if `open` of `fuxi` is not enough: `loadDocument` reads an OpenAPI or Swagger document, `createRestApiEnvironment` makes
 * an environment of it. docs/rest-api.md shows both.
 *
 * @packageDocumentation
 */

import "../../util/needed-node.ts";

export { createRestApiEnvironment } from "./create-rest-api-environment.ts";
export type { ApiDocument } from "./document/api-document.ts";
export { loadDocument } from "./document/load-document.ts";
