import { renderObservation } from "../../agent/render-result.ts";
import type { Observation, Truncation } from "../../environment/observation.ts";
import type { JsonObject } from "../../util/json.ts";
import type { ToolReply } from "./mcp-tool.ts";

/** An observation as the result of a call: the text with the new handle after it, and the data beside the same text. */
export function observedReply(observation: Observation, handle: string | undefined): ToolReply {
  const text = renderObservation(observation);
  const { data, warnings, truncation } = observation;
  return {
    type: "result",
    text: handle === undefined ? text : `${text}\nworkspace: ${handle}`,
    data: {
      text,
      ...(handle === undefined ? {} : { workspace: handle }),
      ...data,
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
      ...(truncation === undefined ? {} : { truncation: cut(truncation) }),
    },
  };
}

function cut({ what, shown, total, howToSeeMore }: Truncation): JsonObject {
  return { what, shown, ...(total === undefined ? {} : { total }), howToSeeMore };
}
