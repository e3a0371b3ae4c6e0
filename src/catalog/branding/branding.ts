/** How the shop looks to those who open its pages or get its mails. */
export interface Branding {
  /** Null while it has none: then it is called Souk. */
  readonly name: string | null;
  /** The path of its picture; null for none. */
  readonly logo: string | null;
  /** As `#1a2b3c`; null for the usual one. */
  readonly color: string | null;
}

/** Of a shop that has chosen nothing. */
export const USUAL_BRANDING: Branding = { name: null, logo: null, color: null };

/** What the shop is called. */
export function shopName({ name }: Pick<Branding, 'name'>): string {
  return name ?? 'Souk';
}
