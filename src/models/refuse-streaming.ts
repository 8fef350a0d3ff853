import { UnsupportedFunctionalityError } from "@ai-sdk/provider";

/** Fuxi asks for whole replies only; a model that records, replays or follows a script has nothing to stream. */
export async function refuseStreaming(): Promise<never> {
  throw new UnsupportedFunctionalityError({ functionality: "streaming" });
}
