import type { City, Film } from "../cinema-world.ts";

/** Days (`openedDay`, ...) count from 1970-01-01; prices are euros. */
export interface CinemaSite {
  readonly id: number;
  readonly name: string;
  readonly city: City;
  readonly street: string;
  readonly phone: string | null;
  readonly openedDay: number;
  /** 1 open, 2 closed for renovation, 3 closed for good. */
  readonly status: 1 | 2 | 3;
  /** The last day with screenings; null if it is still open. */
  readonly lastDay: number | null;
  readonly hasBar: boolean;
  readonly basePrice: number;
  readonly screens: readonly Screen[];
}

export interface Screen {
  readonly number: number;
  readonly seats: number;
  readonly format: string;
  readonly sound: string | null;
  readonly accessible: boolean;
}

export interface Membership {
  readonly planId: number;
  readonly startDay: number;
  readonly endDay: number | null;
  readonly status: 1 | 2 | 3;
  readonly fee: string;
}

export interface Member {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly birthDay: number | null;
  readonly cityId: number;
  readonly homeCinemaId: number;
  readonly joinedDay: number;
  readonly occupation: string | null;
  readonly newsletter: boolean;
  readonly referredBy: number | null;
  readonly memberships: readonly Membership[];
}

export interface Screening {
  readonly id: number;
  readonly film: Film;
  readonly site: CinemaSite;
  readonly screen: Screen;
  readonly day: number;
  /** Minutes after midnight. */
  readonly start: number;
  readonly slotMinutes: number;
  /** Original, dubbed, subtitled. */
  readonly version: "O" | "D" | "S";
  /** Finished, planned, not held. */
  readonly state: "F" | "P" | "N";
  readonly basePrice: number;
}

export interface Ticket {
  readonly id: number;
  readonly screening: Screening;
  readonly member: Member | null;
  readonly bookingRef: string;
  readonly seat: string;
  /** Full, reduced, child, member, press. */
  readonly priceClass: "F" | "R" | "C" | "M" | "P";
  readonly price: number;
  /** 1 desk, 2 web, 3 app, 4 kiosk. */
  readonly channel: 1 | 2 | 3 | 4;
  readonly soldAt: string;
  readonly refundedAt: string | null;
}
