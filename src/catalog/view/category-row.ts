/** A live category, as stored. */
export interface CategoryRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly image: string | null;
  readonly position: number;
  /** True hides it, with all below it, from accounts that are not under test. */
  readonly testingOnly: boolean;
}
