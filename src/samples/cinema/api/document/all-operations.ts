import { catalogueOperations } from "./catalogue-operations.ts";
import { chartOperations } from "./chart-operations.ts";
import { cinemaOperations } from "./cinema-operations.ts";
import { filmOperations } from "./film-operations.ts";
import { listOperations } from "./list-operations.ts";
import { myOperations } from "./my-operations.ts";
import type { Operation } from "./operation.ts";
import { peopleOperations } from "./people-operations.ts";
import { reviewOperations } from "./review-operations.ts";
import { searchOperations } from "./search-operations.ts";

/** Every operation of the sample API: the document is written and the server is routed from this list. */
export const allOperations: readonly Operation[] = [
  ...searchOperations,
  ...filmOperations,
  ...chartOperations,
  ...peopleOperations,
  ...catalogueOperations,
  ...cinemaOperations,
  ...reviewOperations,
  ...listOperations,
  ...myOperations,
];
