import { clock, dayOf, monthOf, slashDate } from "../calendar.ts";
import { RandomStream } from "../random-stream.ts";
import { concessions } from "../words/cinema-words.ts";
import type { Screening } from "./cinema-operations.ts";
import type { StaffMember } from "./create-staff.ts";

export interface ConcessionSale {
  readonly id: number;
  readonly cinemaId: number;
  readonly staffId: number | null;
  readonly soldAt: string;
  readonly item: string;
  readonly group: string;
  readonly quantity: number;
  readonly cents: number;
  /** 1 cash, 2 card, 3 voucher. */
  readonly payment: 1 | 2 | 3;
}

/** Everything became 20 cents dearer on this day. */
const priceRise = dayOf(2025, 1, 1);

/** Counter sales around screenings that were held; a kiosk sale has no seller. */
export function createConcessionSales(
  screenings: readonly Screening[],
  staff: readonly StaffMember[],
): readonly ConcessionSale[] {
  const random = new RandomStream("concessions");
  const sellers = Map.groupBy(
    staff.filter((member) => member.jobTitle === "Bar staff" || member.jobTitle === "Box office clerk"),
    (member) => member.cinemaId,
  );
  const sales: ConcessionSale[] = [];
  for (const screening of screenings) {
    if (screening.state !== "F") continue;
    const count = random.weighted([
      [0, 34],
      [1, 34],
      [2, 22],
      [3, 10],
    ] as const);
    const month = monthOf(screening.day);
    const summer = month >= 5 && month <= 9;
    const choices = concessions.map((entry) => [entry, summer ? entry[4] : entry[3]] as const);
    const onDuty = (sellers.get(screening.site.id) ?? []).filter(
      (member) =>
        member.hiredDay <= screening.day && (member.leftDay === null || member.leftDay > screening.day),
    );
    for (let i = 0; i < count; i++) {
      const [item, group, price] = random.weighted(choices);
      const quantity = random.weighted([
        [1, 62],
        [2, 30],
        [3, 6],
        [4, 2],
      ] as const);
      const dearer = screening.day >= priceRise ? 20 : 0;
      sales.push({
        id: 0,
        cinemaId: screening.site.id,
        staffId: onDuty.length > 0 && random.chance(0.9) ? random.pick(onDuty).id : null,
        soldAt: `${slashDate(screening.day)} ${clock(screening.start - random.int(1, 35))}`,
        item,
        group,
        quantity,
        cents: quantity * (price + dearer),
        payment: random.weighted([
          [1, 28],
          [2, 66],
          [3, 6],
        ] as const),
      });
    }
  }
  return sales.map((sale, index) => ({ ...sale, id: index + 1 }));
}
