import {
  type CinemaApi,
  type CinemaApiOptions,
  startCinemaApi,
} from "../samples/cinema/api/create-cinema-app.ts";

/** @throws FuxiError `usage` if the port is not available */
export function startSampleApi(options: Pick<CinemaApiOptions, "port">): Promise<CinemaApi> {
  return startCinemaApi(options);
}
