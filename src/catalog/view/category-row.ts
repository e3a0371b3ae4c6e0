/** A category that is not deleted, as stored. */
export interface CategoryRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly image: string | null;
  readonly position: number;
  /** True if only testing accounts see it and all below it. */
  readonly testingOnly: boolean;
}
