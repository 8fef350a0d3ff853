import type { Cassette, RecordedReply } from "./cassette.ts";
import type { RequestParts } from "./request-parts.ts";
import type { SamplePlace } from "./sample-counter.ts";

/** Why a cassette has no reply to a request, by comparison with the recorded request that is most like it. */
export function describeMiss(request: RequestParts, place: SamplePlace, cassette: Cassette): string {
  const same = cassette.replies.filter((reply) => reply.key === request.key);
  const mine = same.filter(({ lane }) => lane === place.lane);
  if (same.length > mine.length && mine.length === 0) {
    const forWhom =
      place.lane === undefined ? "this one is for nobody in particular" : `this one is for ${place.lane}`;
    return `The recording has this request as it was made for ${same[0]?.lane ?? "nobody in particular"}; ${forWhom}.`;
  }
  if (mine.length > 0) {
    const samples = new Set(mine.map((reply) => reply.sample)).size;
    return place.attempt > 0 && place.sample < samples
      ? `The recording has no attempt ${place.attempt + 1} at this request.`
      : `The recording has ${samples} ${samples === 1 ? "reply" : "replies"} to this request; this is number ${place.sample + 1}.`;
  }
  const hashes = request.messages.map(({ hash }) => hash);
  const nearest = mostAlike(request, hashes, cassette.replies);
  if (nearest === undefined) return "The recording is empty.";
  const { settings, tools, messages } = nearest.request;
  const at = commonLength(hashes, messages);
  const differences: string[] = [];
  if (settings !== request.settings.hash) {
    differences.push(`settings: ${changed(cassette.parts.get(settings), request.settings.value)}`);
  }
  if (tools !== request.tools.hash) {
    differences.push(`tools: ${changed(cassette.parts.get(tools), request.tools.value)}`);
  }
  if (at < Math.max(hashes.length, messages.length)) {
    const was = at < messages.length ? cassette.parts.get(messages[at] ?? "") : undefined;
    differences.push(`message ${at + 1} of ${hashes.length}: ${changed(was, request.messages[at]?.value)}`);
  }
  return `No such request was recorded. The one most like it differs in ${differences.join("; ")}`;
}

function mostAlike(
  request: RequestParts,
  hashes: readonly string[],
  replies: readonly RecordedReply[],
): RecordedReply | undefined {
  let best: RecordedReply | undefined;
  let bestScore = -1;
  for (const reply of replies) {
    const { settings, tools, messages } = reply.request;
    const score =
      3 * commonLength(hashes, messages) -
      Math.abs(hashes.length - messages.length) +
      (settings === request.settings.hash ? 1 : 0) +
      (tools === request.tools.hash ? 1 : 0);
    if (score > bestScore || best === undefined) [best, bestScore] = [reply, score];
  }
  return best;
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  return i;
}

/** A window around the first character that differs, in both. */
function changed(was: unknown, now: unknown): string {
  const a = was === undefined ? "(nothing)" : JSON.stringify(was);
  const b = now === undefined ? "(nothing)" : JSON.stringify(now);
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const window = (text: string) => text.slice(Math.max(0, i - 20), i + 60);
  return `recorded …${window(a)}… now …${window(b)}…`;
}
