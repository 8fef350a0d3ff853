export interface MembershipPlan {
  readonly id: number;
  readonly name: string;
  /** Euros a year, as printed: `24,00`. */
  readonly fee: string;
  readonly discountPercent: number;
  readonly guestTickets: number | null;
  readonly youngOnly: boolean;
  readonly openEnded: boolean;
  readonly weight: number;
}

export const membershipPlans: readonly MembershipPlan[] = [
  {
    id: 1,
    name: "Standard",
    fee: "24,00",
    discountPercent: 10,
    guestTickets: null,
    youngOnly: false,
    openEnded: false,
    weight: 44,
  },
  {
    id: 2,
    name: "Young Lantern (under 26)",
    fee: "12,50",
    discountPercent: 25,
    guestTickets: null,
    youngOnly: true,
    openEnded: false,
    weight: 0,
  },
  {
    id: 3,
    name: "Plus",
    fee: "54,00",
    discountPercent: 20,
    guestTickets: 2,
    youngOnly: false,
    openEnded: false,
    weight: 30,
  },
  {
    id: 4,
    name: "Duo",
    fee: "79,90",
    discountPercent: 20,
    guestTickets: 4,
    youngOnly: false,
    openEnded: false,
    weight: 13,
  },
  {
    id: 5,
    name: "Friend of the House",
    fee: "120,00",
    discountPercent: 35,
    guestTickets: 6,
    youngOnly: false,
    openEnded: true,
    weight: 8,
  },
];
