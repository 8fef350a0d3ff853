import type { TripleStore } from "../../environments/knowledge-base/store/triple-store.ts";
import { endpointAddress } from "../endpoint-address.ts";
import type { OpenOptions } from "../open-options.ts";
import type { Target } from "../target.ts";
import type { Examination } from "./check.ts";

/** Whether a SPARQL endpoint answers as one, and what its names are looked for with. */
export async function checkEndpoint(
  { url }: Target & { readonly type: "sparql-endpoint" },
  exam: Examination,
  { env, signal }: OpenOptions,
): Promise<void> {
  const { openEndpointStore } = await import(
    "../../environments/knowledge-base/stores/endpoint/open-endpoint-store.ts"
  );
  const opened: { store?: TripleStore } = {};
  const address = endpointAddress(url, env);
  await exam.look("encryption", () =>
    address.url.startsWith("https:") || address.auth === undefined
      ? undefined
      : {
          name: "encryption",
          state: "warning",
          text: "Credentials are sent over a connection that is not encrypted.",
          mend: "Write https:// if the server has it.",
        },
  );
  const answers = await exam.look("endpoint", async () => {
    opened.store = await openEndpointStore({ ...address, signal });
    const { engine } = opened.store.target;
    return { name: "endpoint", state: "ok", text: `It answers SPARQL queries (${engine}).` };
  });
  const { store } = opened;
  if (!answers || store === undefined) return;
  try {
    await exam.look("names", () => {
      const { limitation } = store.labelSearch;
      return limitation === ""
        ? { name: "names", state: "ok", text: "The engine can look for names." }
        : { name: "names", state: "warning", text: limitation };
    });
  } finally {
    await store.close();
  }
}
