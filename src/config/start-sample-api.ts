import {
  type CinemaApi,
  type CinemaApiOptions,
  startCinemaApi,
} from "../samples/cinema/api/start-cinema-api.ts";

/** @throws FuxiError `usage` where the port cannot be had */
export function startSampleApi(options: Pick<CinemaApiOptions, "port">): Promise<CinemaApi> {
  return startCinemaApi(options);
}
