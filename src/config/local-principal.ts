import type { Principal } from "../environment/principal.ts";

/** On one's own machine there is one principal: the user whose files these are. */
export const LOCAL_PRINCIPAL: Principal = { id: "local" };
