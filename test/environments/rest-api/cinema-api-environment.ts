import type { Environment } from "../../../src/environment/environment.ts";
import {
  createRestApiEnvironment,
  type RestApiEnvironmentOptions,
} from "../../../src/environments/rest-api/create-rest-api-environment.ts";
import { loadDocument } from "../../../src/environments/rest-api/document/load-document.ts";
import { cinemaApiDocument } from "../../../src/samples/cinema/api/cinema-api-document.ts";
import { type CinemaApi, startCinemaApi } from "../../../src/samples/cinema/api/create-cinema-app.ts";

/** An environment over the sample API, with the server's credentials; closing it ends the server. */
export async function cinemaApiEnvironment(
  options: Partial<RestApiEnvironmentOptions> = {},
): Promise<Environment & { readonly api: CinemaApi }> {
  const api = await startCinemaApi();
  const document = await loadDocument({ text: JSON.stringify(cinemaApiDocument(api.url)) });
  const environment = createRestApiEnvironment({
    id: "api",
    document,
    server: api.url,
    readOnly: ["POST /films/query"],
    ...options,
    http: {
      credentials: { readerToken: { type: "bearer", token: api.token } },
      requestsPerSecond: 1000,
      ...options.http,
    },
  });
  return {
    ...environment,
    api,
    close: async () => {
      await environment.close();
      await api.close();
    },
  };
}
