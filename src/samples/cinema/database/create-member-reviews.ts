import { RandomStream } from "../random-stream.ts";
import { reviewText } from "../world/review-text.ts";
import type { Member, Screening, Ticket } from "./cinema-operations.ts";
import { snapshot } from "./operating-days.ts";

export interface MemberReview {
  readonly id: number;
  readonly filmId: number;
  readonly memberId: number;
  readonly rating: number;
  /** Empty if only stars were given, null if a moderator removed the text. */
  readonly body: string | null;
  readonly writtenDay: number;
  readonly recommends: boolean | null;
}

/** Members review films that they have seen in one of the cinemas, each film at most once. */
export function createMemberReviews(tickets: readonly Ticket[]): readonly MemberReview[] {
  const random = new RandomStream("member-reviews");
  const seen = new Set<string>();
  const reviews: MemberReview[] = [];
  const visits = tickets.flatMap(
    ({ member, screening, refundedAt }): { member: Member; screening: Screening }[] =>
      member !== null && refundedAt === null && screening.state === "F" ? [{ member, screening }] : [],
  );
  visits.sort((a, b) => a.screening.id - b.screening.id || a.member.id - b.member.id);
  for (const { member, screening } of visits) {
    const { film } = screening;
    const key = `${film.id}/${member.id}`;
    if (seen.has(key) || !random.chance(0.5)) continue;
    seen.add(key);
    const rating = Math.max(1, Math.min(10, Math.round(random.normal(film.voteAverage + 0.2, 1.6))));
    const writtenDay = Math.min(snapshot, screening.day + Math.floor(25 * random.next() * random.next()));
    reviews.push({
      id: 0,
      filmId: film.id,
      memberId: member.id,
      rating,
      body: random.chance(0.03) ? null : random.chance(0.3) ? "" : reviewText(random, rating),
      writtenDay,
      recommends: random.chance(0.2) ? null : rating >= 7,
    });
  }
  return reviews.map((review, index) => ({ ...review, id: index + 1 }));
}
