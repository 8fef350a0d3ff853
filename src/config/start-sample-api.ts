import {
  type CinemaApi,
  type CinemaApiOptions,
  startCinemaApi,
} from "../samples/cinema/api/create-cinema-app.ts";

/** @throws FuxiError `usage` where the port cannot be had */
export function startSampleApi(options: Pick<CinemaApiOptions, "port">): Promise<CinemaApi> {
  return startCinemaApi(options);
}
