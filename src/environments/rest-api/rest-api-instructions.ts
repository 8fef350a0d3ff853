import type { ApiDocument } from "./document/api-document.ts";
import type { OperationRules } from "./rest-api-services.ts";

/** How to work with an API, for the model. */
export function restApiInstructions(
  { title }: Pick<ApiDocument, "title">,
  { dryRun }: OperationRules,
): string {
  return [
    `Answer from the REST API "${title}". find_operations finds the operation for one step, describe_operation shows its arguments, call_operation calls it; responses are named r1, r2, … and are shown by their form and a sample, extract reads from the whole of them and names what it read e1, e2, …. Names are given in order, so the next one may be used in the same reply; a failed call takes none.`,
    "Ids come from responses, never from memory: search by name first. Of several things found, the one called exactly as in the question is meant. Filter, sort and count with extract, not by eye: the sample is not all.",
    dryRun ? "Requests are only shown here, not sent." : "",
    "The final answer is plain text, or the name of an extraction such as e2 where it is the answer as it stands.",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
