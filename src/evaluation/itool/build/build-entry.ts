import { z } from "zod";
import { itoolItem } from "../itool-item.ts";
import { ITOOL_KINDS } from "./builder-stage.ts";

/** What became of one kind for one clear item. */
export const buildEntry = z.strictObject({
  source: z.string(),
  kind: z.enum(ITOOL_KINDS),
  item: itoolItem.exactOptional(),
  /** Whether the user has to be asked, as the solution shows. */
  needsQuestion: z.boolean().exactOptional(),
  /** What a person should look at. */
  notes: z.array(z.string()),
  /** Why tries were not taken, in order; without an item, why there is none. */
  rejected: z.array(z.string()),
});

/**
 * What became of one kind for one clear item: the unclear item that was made, or why there is none.
 *
 * @interface
 */
export type BuildEntry = z.infer<typeof buildEntry>;
