import type { Principal } from "../../../environment/principal.ts";

/** Apart from evaluations, which `fuxi eval runs` lists. */
export const JUDGING_PRINCIPAL: Principal = { id: "judging" };
